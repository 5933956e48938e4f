// Owns: tasks in memory, for tests and previews: nothing survives the process.
// Does not own: the order of due tasks (DueHeap).

import Synchronization

public final class InMemoryWriteStore: WriteStore {
  private struct Contents {
    var line: TimeLine?
    var tasks: [TaskID: WriteTask] = [:]
    /// In the order of insertion; ids of removed tasks are skipped.
    var order: [TaskID] = []
    var operations: [OperationID: TaskID] = [:]
    var doneSince: [TaskID: QueueInstant] = [:]
    var due = DueHeap()

    mutating func put(_ task: WriteTask) {
      tasks[task.id] = task
      if let instant = task.delivery.due { due.insert(instant, task.id) }
    }
  }

  private let contents = Mutex(Contents())

  public init() {}

  public func agreeOnTime(_ reading: ClockReading) -> TimeLine {
    contents.withLock { contents in
      if let line = contents.line { return line }
      let line = TimeLine(startingAt: reading, notBefore: nil)
      contents.line = line
      return line
    }
  }

  public func insert(_ task: WriteTask) -> WriteTask {
    contents.withLock { contents in
      if let id = contents.operations[task.operation], let known = contents.tasks[id] {
        return known
      }
      contents.operations[task.operation] = task.id
      contents.order.append(task.id)
      contents.put(task)
      return task
    }
  }

  public func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) -> WriteTask? {
    contents.withLock { contents in
      while let (instant, id) = contents.due.first, instant <= now {
        contents.due.removeFirst()
        guard var task = contents.tasks[id], task.delivery.due == instant else { continue }
        guard case .send = task.delivery.handle(.claimed(by: owner, until: until, at: now))
        else { continue }
        contents.put(task)
        return task
      }
      return nil
    }
  }

  public func nextDue() -> QueueInstant? {
    contents.withLock { contents in
      while let (instant, id) = contents.due.first {
        if contents.tasks[id]?.delivery.due == instant { return instant }
        contents.due.removeFirst()
      }
      return nil
    }
  }

  public func apply(
    _ event: Delivery.Event, to id: TaskID, under lease: Lease?
  ) -> Delivery? {
    contents.withLock { contents in
      guard var task = contents.tasks[id], lease == nil || task.delivery.lease == lease
      else { return nil }
      guard task.delivery.handle(event) != .none else { return task.delivery }
      contents.put(task)
      if case .ruled(.done, let now, _) = event { contents.doneSince[id] = now }
      return task.delivery
    }
  }

  public func syncAll(at now: QueueInstant) {
    contents.withLock { contents in
      for var task in Array(contents.tasks.values)
      where task.delivery.handle(.synced(at: now)) != .none {
        contents.put(task)
      }
    }
  }

  public func list() -> [TaskListing] {
    contents.withLock { contents in
      contents.order.compactMap { contents.tasks[$0] }.map(TaskListing.init)
    }
  }

  public func remove(_ id: TaskID) -> Bool {
    contents.withLock { contents in
      guard let task = contents.tasks[id], task.delivery.status != .sending else { return false }
      Self.forget([id], in: &contents)
      return true
    }
  }

  public func removeDone(before instant: QueueInstant) {
    contents.withLock { contents in
      let old = contents.doneSince.filter { $0.value < instant }.map(\.key)
      Self.forget(Set(old), in: &contents)
    }
  }

  private static func forget(_ ids: Set<TaskID>, in contents: inout Contents) {
    guard !ids.isEmpty else { return }
    for id in ids {
      guard let task = contents.tasks.removeValue(forKey: id) else { continue }
      contents.operations[task.operation] = nil
      contents.doneSince[id] = nil
    }
    contents.order.removeAll { ids.contains($0) }
  }
}
