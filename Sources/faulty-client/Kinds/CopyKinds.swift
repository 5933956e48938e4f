// Owns: clients that make two tasks of one tap, or keep fewer than they took.

import ClientHarness
import OfflineQueue
import Synchronization

extension FaultyKind {
  static let tapTwice = FaultyKind(
    "tap-twice", "makes two tasks of one tap, with a key each",
    caughtBy: "key-changed", "duplicate-record", "overlapping-sends"
  ) { parts, _ in
    parts.store = TwinStore(base: parts.store)
  }

  static let readdedAtLaunch = FaultyKind(
    "readded-at-launch", "replaces what is left over at a launch by new tasks of the same content",
    caughtBy: "key-changed", "duplicate-record", "removed-early", "lost-operation"
  ) { parts, _ in
    parts.store = ReaddingStore(base: parts.store)
  }

  static let fullQueueDrops = FaultyKind(
    "full-queue-drops", "keeps sixteen tasks at most and drops the oldest for a new one",
    caughtBy: "removed-early", "lost-operation"
  ) { parts, _ in
    parts.store = SmallStore(base: parts.store, limit: 16)
  }
}

extension WriteTask {
  /// The same content as another task.
  fileprivate func copy() -> WriteTask {
    WriteTask(
      id: TaskID(RandomIdentifier.make()), operation: OperationID(RandomIdentifier.make()),
      key: .random(), body: body, contentType: contentType, createdAt: createdAt,
      delivery: delivery)
  }
}

private struct TwinStore: ForwardingStore {
  let base: any WriteStore

  func insert(_ task: WriteTask) throws -> WriteTask {
    _ = try base.insert(task.copy())
    return try base.insert(task)
  }
}

private final class ReaddingStore: ForwardingStore {
  let base: any WriteStore
  private let isLaunched = Mutex(false)

  init(base: any WriteStore) { self.base = base }

  /// The queue calls it once at its launch, later at each sync.
  func syncAll(at now: QueueInstant) throws {
    try base.syncAll(at: now)
    guard
      !isLaunched.withLock({ isLaunched in
        defer { isLaunched = true }
        return isLaunched
      })
    else { return }
    let keeper = LeaseOwner(RandomIdentifier.make())
    var copies: [WriteTask] = []
    while let task = try base.claim(by: keeper, until: now + .seconds(60), at: now) {
      _ = try base.apply(.released(at: now), to: task.id, under: task.delivery.lease)
      _ = try base.remove(task.id)
      var copy = task.copy()
      copy.delivery = Delivery(due: now)
      copies.append(copy)
    }
    for copy in copies { _ = try base.insert(copy) }
  }
}

private struct SmallStore: ForwardingStore {
  let base: any WriteStore
  let limit: Int

  func insert(_ task: WriteTask) throws -> WriteTask {
    let open = try base.list().filter { $0.status == .pending }
    if open.count >= limit, let oldest = open.first { _ = try base.remove(oldest.id) }
    return try base.insert(task)
  }
}
