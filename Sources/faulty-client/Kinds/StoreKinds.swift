// Owns: clients that keep tasks badly.

import ClientHarness
import OfflineQueue
import Synchronization

extension FaultyKind {
  static let refusesOffline = FaultyKind(
    "refuses-offline", "refuses what the user does while the server can't be reached",
    caughtBy: "not-queued"
  ) { parts, launch in
    parts.serving = { verb, perform in
      if case .submit = verb, let address = Endpoint(launch.environment.endpoint),
        await !BareConnect.make(to: address)
      {
        throw QueueError.queueStopped
      }
      return try await perform(verb)
    }
  }

  static let refusesTaps = FaultyKind(
    "refuses-taps", "refuses whatever the user does", caughtBy: "tap-refused", "not-queued"
  ) { parts, _ in
    parts.serving = { verb, perform in
      if case .submit = verb { throw QueueError.queueStopped }
      return try await perform(verb)
    }
  }

  static let memoryOnly = FaultyKind(
    "memory-only", "keeps its tasks in memory, so a restart loses them",
    caughtBy: "removed-early", "not-restored", "lost-operation"
  ) { parts, _ in
    parts.store = InMemoryWriteStore()
    parts.damage = { _ in false }
    parts.abilities.removeAll { $0 == .damage }
  }

  static let storedAfterSend = FaultyKind(
    "stored-after-send", "stores a task only when its first send has ended",
    caughtBy: "removed-early", "not-restored", "lost-operation"
  ) { parts, _ in
    parts.store = LateStore(base: parts.store)
  }

  static let acknowledgedNotStored = FaultyKind(
    "acknowledged-not-stored", "acknowledges a task and forgets it",
    caughtBy: "lost-operation"
  ) { parts, _ in
    parts.store = ForgetfulStore(base: parts.store)
  }

  static let refusalOfStoreIgnored = FaultyKind(
    "refusal-of-store-ignored", "acknowledges a task though the store refused it",
    caughtBy: "lost-operation"
  ) { parts, _ in
    parts.store = CarelessStore(base: parts.store)
  }

  static let tornStore = FaultyKind(
    "torn-store", "one damaged record makes it lose all the others",
    caughtBy: "store-damaged", "lost-operation"
  ) { parts, _ in
    parts.store = AllOrNothingStore(base: parts.store)
  }

  static let doneNotStored = FaultyKind(
    "done-not-stored", "keeps in memory what is done, and sends it again after a restart",
    caughtBy: "sent-after-done"
  ) { parts, _ in
    parts.store = DoneInMemoryStore(base: parts.store)
  }

  static let secondTapMerged = FaultyKind(
    "second-tap-merged", "takes a second tap with equal content for the first",
    caughtBy: "operation-merged"
  ) { parts, _ in
    parts.store = ContentStore(base: parts.store)
  }
}

/// New tasks live in memory until their first send has ended.
private final class LateStore: ForwardingStore {
  let base: any WriteStore
  private let memory = InMemoryWriteStore()
  /// The tasks in `memory`, with what it does not hand out: their bodies.
  private let fresh = Mutex<[TaskID: WriteTask]>([:])

  init(base: any WriteStore) { self.base = base }

  func insert(_ task: WriteTask) throws -> WriteTask {
    fresh.withLock { $0[task.id] = task }
    return memory.insert(task)
  }

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    try memory.claim(by: owner, until: until, at: now)
      ?? base.claim(by: owner, until: until, at: now)
  }

  func nextDue() throws -> QueueInstant? {
    [memory.nextDue(), try base.nextDue()].compactMap { $0 }.min()
  }

  func apply(
    _ event: Delivery.Event, to id: TaskID, under lease: Lease?
  ) throws -> Delivery? {
    guard var task = fresh.withLock({ $0[id] }) else {
      return try base.apply(event, to: id, under: lease)
    }
    guard let delivery = memory.apply(event, to: id, under: lease) else { return nil }
    task.delivery = delivery
    _ = try base.insert(task)
    _ = memory.remove(id)
    fresh.withLock { $0[id] = nil }
    return delivery
  }

  func syncAll(at now: QueueInstant) throws {
    memory.syncAll(at: now)
    try base.syncAll(at: now)
  }

  func list() throws -> [TaskListing] { try base.list() + memory.list() }
}

private struct ForgetfulStore: ForwardingStore {
  let base: any WriteStore

  func insert(_ task: WriteTask) throws -> WriteTask { task }
}

private struct CarelessStore: ForwardingStore {
  let base: any WriteStore

  func agreeOnTime(_ reading: ClockReading) throws -> TimeLine {
    do {
      return try base.agreeOnTime(reading)
    } catch {
      // The first thing that a store refuses; a tap must get past it to be acknowledged.
      return TimeLine(startingAt: reading, notBefore: nil)
    }
  }

  func insert(_ task: WriteTask) throws -> WriteTask {
    do {
      return try base.insert(task)
    } catch {
      // The fault itself: it is not reported.
      return task
    }
  }
}

/// Reads its records as a whole: where one can't be read, there are none.
private struct AllOrNothingStore: ForwardingStore {
  let base: any WriteStore

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    try isWhole ? base.claim(by: owner, until: until, at: now) : nil
  }

  func nextDue() throws -> QueueInstant? { try isWhole ? base.nextDue() : nil }

  func list() throws -> [TaskListing] { try isWhole ? base.list() : [] }

  private var isWhole: Bool {
    get throws { try base.list().allSatisfy { $0.contents != nil } }
  }
}

/// Holds what is done as pending for a long time, and hides it as long as the process lives.
private final class DoneInMemoryStore: ForwardingStore {
  let base: any WriteStore
  private let done = Mutex<Set<TaskID>>([])

  init(base: any WriteStore) { self.base = base }

  func apply(
    _ event: Delivery.Event, to id: TaskID, under lease: Lease?
  ) throws -> Delivery? {
    guard case .ruled(.done, let now, _) = event else {
      return try base.apply(event, to: id, under: lease)
    }
    let undone = Disposition.keep(Diagnosis("done in memory only"), floor: nil)
    let draw = RetryDraw(policy: .never, jitter: 1)
    done.withLock { _ = $0.insert(id) }
    return try base.apply(.ruled(undone, at: now, retry: draw), to: id, under: lease)
  }

  func syncAll(at now: QueueInstant) throws {
    for id in try base.list().map(\.id) where !isDone(id) {
      _ = try base.apply(.synced(at: now), to: id, under: nil)
    }
  }

  func list() throws -> [TaskListing] { try base.list().filter { !isDone($0.id) } }

  private func isDone(_ id: TaskID) -> Bool { done.withLock { $0.contains(id) } }
}

/// Names the operation after the content, so that equal content is the same operation.
private struct ContentStore: ForwardingStore {
  let base: any WriteStore

  func insert(_ task: WriteTask) throws -> WriteTask {
    try base.insert(
      WriteTask(
        id: task.id, operation: OperationID("content-\(Fingerprint.of(task.body))"),
        key: task.key, body: task.body, contentType: task.contentType,
        createdAt: task.createdAt, delivery: task.delivery))
  }
}
