// Owns: clients that send a task twice at once, or whose right to send never ends.

import ClientHarness
import OfflineQueue
import Synchronization

extension FaultyKind {
  static let noLease = FaultyKind(
    "no-lease", "sends a task while another process of its own is sending it",
    caughtBy: "overlapping-sends"
  ) { parts, _ in
    parts.store = StealingStore(base: parts.store)
  }

  static let sentTwiceAtOnce = FaultyKind(
    "sent-twice-at-once", "sends each task on two connections at once",
    caughtBy: "overlapping-sends"
  ) { parts, _ in
    parts.replaceSends { request, sender in
      async let second = sender.send(request)
      let first = await sender.send(request)
      _ = await second
      return first
    }
  }

  static let staleLease = FaultyKind(
    "stale-lease", "leaves the task of a killed sender marked as being sent for ever",
    caughtBy: "not-restored", "gave-up", "still-waiting"
  ) { parts, _ in
    parts.store = EternalLeaseStore(base: parts.store)
  }
}

/// Takes what is being sent for left over from a crash, whoever is sending it.
private final class StealingStore: ForwardingStore {
  let base: any WriteStore
  /// What this process itself is sending.
  private let own = Mutex<Set<TaskID>>([])

  init(base: any WriteStore) { self.base = base }

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    guard let task = try base.claim(by: owner, until: until, at: now) else { return nil }
    own.withLock { _ = $0.insert(task.id) }
    return task
  }

  func apply(
    _ event: Delivery.Event, to id: TaskID, under lease: Lease?
  ) throws -> Delivery? {
    if lease != nil { own.withLock { _ = $0.remove(id) } }
    return try base.apply(event, to: id, under: lease)
  }

  func syncAll(at now: QueueInstant) throws {
    for task in try base.list() where task.status == .sending {
      guard !own.withLock({ $0.contains(task.id) }) else { continue }
      _ = try base.apply(.released(at: now), to: task.id, under: nil)
    }
    try base.syncAll(at: now)
  }
}

private struct EternalLeaseStore: ForwardingStore {
  let base: any WriteStore

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    try base.claim(by: owner, until: until + .seconds(3_650 * 86_400), at: now)
  }
}
