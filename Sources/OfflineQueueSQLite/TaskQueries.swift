// Owns: the SQL of each store function. Does not own: locking and opening (SQLiteWriteStore).

import OfflineQueue
import SQLiteKit

extension SQLiteConnection where Failure == SQLiteStoreError {
  func agreeOnTime(_ reading: ClockReading) throws(SQLiteStoreError) -> TimeLine {
    try transaction(doing: "agree on the time") { () throws(SQLiteStoreError) in
      var known: (boot: String, base: Int64)?
      try query("SELECT boot, base_ms FROM time_line", doing: "agree on the time") { row in
        if let boot = row.text(0), let base = row.integer(1) { known = (boot, base) }
      }
      if let known, known.boot == reading.boot { return TimeLine(base: known.base) }
      // Once per boot, so the whole table may be looked through.
      var latest: QueueInstant?
      try query("SELECT max(changed_ms) FROM tasks", doing: "agree on the time") {
        latest = $0.integer(0).map(QueueInstant.init(milliseconds:))
      }
      let line = TimeLine(startingAt: reading, notBefore: latest)
      try query(
        "INSERT OR REPLACE INTO time_line (only, boot, base_ms) VALUES (1, ?1, ?2)",
        [.text(reading.boot ?? ""), .integer(line.base)], doing: "agree on the time")
      return line
    }
  }

  /// One statement: body, key and state come into being together or not at all.
  func insert(_ task: WriteTask) throws(SQLiteStoreError) -> WriteTask {
    try query(
      """
      INSERT INTO tasks (\(TaskRecord.columns), changed_ms)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
      ON CONFLICT (operation) DO NOTHING
      """,
      TaskRecord.values(task) + [.integer(task.delivery.due?.milliseconds ?? 0)],
      doing: "add a task")
    guard changeCount == 0 else { return task }
    var known: TaskRecord.Reading?
    try query(
      "SELECT \(TaskRecord.columns) FROM tasks WHERE operation = ?1",
      [.text(task.operation.text)], doing: "look an operation up"
    ) { known = TaskRecord.read($0) }
    guard case .task(let known) = known else { throw .operationIsDamaged }
    return known
  }

  /// One statement takes the lease, so that of two processes one gets it. The inner SELECT goes by
  /// the index on `due_ms`.
  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws(SQLiteStoreError) -> WriteTask? {
    while true {
      var claimed: TaskRecord.Reading?
      try query(
        """
        UPDATE tasks
        SET state = 'sending', sends = sends + 1, lease_owner = ?1, due_ms = ?2, changed_ms = ?3
        WHERE seq = (SELECT seq FROM tasks WHERE due_ms <= ?3 ORDER BY due_ms, seq LIMIT 1)
        RETURNING \(TaskRecord.columns)
        """,
        [.text(owner.text), .integer(until.milliseconds), .integer(now.milliseconds)],
        doing: "take a task"
      ) { claimed = TaskRecord.read($0) }
      switch claimed {
      case .task(let task): return task
      case nil: return nil
      case .damaged(let id, _, _): try stopDamaged(id, at: now)
      }
    }
  }

  func nextDue() throws(SQLiteStoreError) -> QueueInstant? {
    var due: QueueInstant?
    try query(
      "SELECT due_ms FROM tasks WHERE due_ms IS NOT NULL ORDER BY due_ms LIMIT 1",
      doing: "look for the next task"
    ) { due = $0.integer(0).map(QueueInstant.init(milliseconds:)) }
    return due
  }

  func apply(
    _ event: Delivery.Event, to id: TaskID, under lease: Lease?
  ) throws(SQLiteStoreError) -> Delivery? {
    try transaction(doing: "store an outcome") { () throws(SQLiteStoreError) in
      var isFound = false
      var found: Delivery?
      try query(
        "SELECT \(TaskRecord.columns) FROM tasks WHERE id = ?1", [.text(id.text)],
        doing: "store an outcome"
      ) { row in
        isFound = true
        found = TaskRecord.delivery(row)
      }
      guard var delivery = found else {
        if isFound { try stopDamaged(id, at: event.instant) }
        return nil
      }
      guard lease == nil || delivery.lease == lease else { return nil }
      guard delivery.handle(event) != .none else { return delivery }
      try query(
        """
        UPDATE tasks
        SET state = ?1, sends = ?2, failures = ?3, due_ms = ?4, floor_ms = ?5, lease_owner = ?6,
          diagnosis = ?7, changed_ms = ?8
        WHERE id = ?9
        """,
        TaskRecord.values(delivery) + [.integer(event.instant.milliseconds), .text(id.text)],
        doing: "store an outcome")
      return delivery
    }
  }

  /// Written as such, not fed to a `Delivery`: the row's contents can't be trusted.
  private func stopDamaged(_ id: TaskID, at now: QueueInstant) throws(SQLiteStoreError) {
    try query(
      """
      UPDATE tasks
      SET state = 'stopped', due_ms = NULL, floor_ms = NULL, lease_owner = NULL, diagnosis = ?1,
        changed_ms = ?2
      WHERE id = ?3
      """,
      [.text(Diagnosis.damagedRecord.text), .integer(now.milliseconds), .text(id.text)],
      doing: "stop a damaged task")
  }

  /// The event `synced` for all rows in one statement; a test holds it against `Delivery`.
  func syncAll(at now: QueueInstant) throws(SQLiteStoreError) {
    try query(
      """
      UPDATE tasks
      SET state = 'pending', failures = 0, due_ms = max(?1, coalesce(floor_ms, ?1)),
        changed_ms = ?1
      WHERE state IN ('pending', 'paused')
      """,
      [.integer(now.milliseconds)], doing: "make all tasks due")
  }

  func list() throws(SQLiteStoreError) -> [TaskListing] {
    var tasks: [TaskListing] = []
    try query("SELECT \(TaskRecord.columns) FROM tasks ORDER BY seq", doing: "list its tasks") {
      switch TaskRecord.read($0) {
      case .task(let task): tasks.append(TaskListing(task))
      case .damaged(let id, .done, let sends):
        tasks.append(
          TaskListing(
            id: id, contents: nil, status: .done, sends: sends, due: nil, diagnosis: nil))
      case .damaged(let id, _, let sends):
        tasks.append(TaskListing(damaged: id, sends: sends))
      }
    }
    return tasks
  }
}
