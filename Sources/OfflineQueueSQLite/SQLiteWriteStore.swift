// Owns: tasks in one SQLite file. Does not own: rows' layout (TaskRecord), tables (SQLiteSchema),
// what events mean (Delivery).

import OfflineQueue
import SQLiteKit
import Synchronization

/// A durable store that several processes can use at once.
///
/// WAL with `synchronous=FULL`: each function has its change on the disk when it returns. The file
/// is opened at the first use and, after an error, tried again at the next one, so a disk that is
/// full at launch only makes the calls fail until it is not. Made readable for its owner alone.
public final class SQLiteWriteStore: WriteStore {
  private enum Access {
    case untried
    case open(StoreConnection)
    case closed
  }

  private let path: String
  private let busyTimeout: Duration
  private let syncsCommits: Bool
  /// Holds the connection: whoever uses it has the lock.
  private let access = Mutex<Access>(.untried)

  /// Does not touch the file yet.
  ///
  /// - Parameters:
  ///   - path: The database file; `-wal` and `-shm` files appear beside it. Its folder must exist.
  ///   - busyTimeout: How long to wait while another process writes. One write takes about 0.2 ms
  ///     on a local SSD, so two seconds mean that the other one hangs.
  public init(path: String, busyTimeout: Duration = .seconds(2)) {
    self.path = path
    self.busyTimeout = busyTimeout
    syncsCommits = true
  }

  /// For a client that is wrong on purpose: without the sync of each commit, a power loss takes tasks
  /// that were acknowledged.
  package init(path: String, syncsCommits: Bool) {
    self.path = path
    busyTimeout = .seconds(2)
    self.syncsCommits = syncsCommits
  }

  /// Closes the file; every later call throws. Without it, the end of the process does.
  public func close() {
    access.withLock { $0 = .closed }
  }

  /// Lets go of the file and of every lock on it; the next use opens it again.
  ///
  /// For an app whose file is in the container of an app group, before the app is suspended. While it is open,
  /// SQLite keeps a lock in the `-shm` file, and iOS ends an app that is suspended with a lock on a shared file
  /// (exception code 0xdead10cc). Waits for a call that is under way. Nothing happens after `close()`.
  public func release() {
    access.withLock { access in
      if case .open = access { access = .untried }
    }
  }

  public func agreeOnTime(_ reading: ClockReading) throws -> TimeLine {
    try use { connection throws(SQLiteStoreError) in
      try connection.agreeOnTime(reading)
    }
  }

  public func insert(_ task: WriteTask) throws -> WriteTask {
    try use { connection throws(SQLiteStoreError) in try connection.insert(task) }
  }

  public func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    try use { connection throws(SQLiteStoreError) in
      try connection.claim(by: owner, until: until, at: now)
    }
  }

  public func nextDue() throws -> QueueInstant? {
    try use { connection throws(SQLiteStoreError) in try connection.nextDue() }
  }

  public func apply(
    _ event: Delivery.Event, to id: TaskID, under lease: Lease?
  ) throws -> Delivery? {
    try use { connection throws(SQLiteStoreError) in
      try connection.apply(event, to: id, under: lease)
    }
  }

  public func syncAll(at now: QueueInstant) throws {
    try use { connection throws(SQLiteStoreError) in try connection.syncAll(at: now) }
  }

  /// Works on a disk that takes no writes, too.
  public func list() throws -> [TaskListing] {
    do {
      return try use { connection throws(SQLiteStoreError) in try connection.list() }
    } catch SQLiteStoreError.refused {
      let connection = try StoreConnection(
        path: path, manner: .readingAlone, busyTimeout: busyTimeout)
      return try SQLiteSchema.current(connection) == 0 ? [] : connection.list()
    }
  }

  public func remove(_ id: TaskID) throws -> Bool {
    try use { connection throws(SQLiteStoreError) in
      try connection.query(
        "DELETE FROM tasks WHERE id = ?1 AND state <> 'sending'", [.text(id.text)],
        doing: "remove a task")
      return connection.changeCount > 0
    }
  }

  public func removeDone(before instant: QueueInstant) throws {
    try use { connection throws(SQLiteStoreError) in
      try connection.query(
        "DELETE FROM tasks WHERE state = 'done' AND changed_ms < ?1",
        [.integer(instant.milliseconds)], doing: "remove done tasks")
    }
  }

  /// For testing how others get along with it: spoils the body of one record and leaves its
  /// checksum as it was.
  ///
  /// - Returns: Whether there is such a record.
  package func damageRecord(of id: TaskID) throws -> Bool {
    try use { connection throws(SQLiteStoreError) in
      try connection.query(
        "UPDATE tasks SET body = x'00ff00ff' WHERE id = ?1", [.text(id.text)],
        doing: "damage a record")
      return connection.changeCount > 0
    }
  }

  private func use<Result: Sendable>(
    _ body: (StoreConnection) throws(SQLiteStoreError) -> Result
  ) throws(SQLiteStoreError) -> Result {
    try access.withLock { access throws(SQLiteStoreError) in
      switch access {
      case .open(let connection): return try body(connection)
      case .closed: throw .closed
      case .untried:
        let connection = try StoreFile.connect(path, busyTimeout: busyTimeout)
        if !syncsCommits { try connection.run("PRAGMA synchronous=NORMAL") }
        access = .open(connection)
        return try body(connection)
      }
    }
  }
}
