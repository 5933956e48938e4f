// Clients that are right as long as they run, and forget something at their next launch.

import ClientHarness
import OfflineQueue
import Synchronization

extension FaultyKind {
  static let retryAfterForgotten = FaultyKind(
    "retry-after-forgotten", "obeys Retry-After until it is launched again",
    caughtBy: "retry-after-ignored"
  ) { parts, _ in
    parts.store = ForgetfulFloorStore(base: parts.store)
  }

  static let sendingResetAtLaunch = FaultyKind(
    "sending-reset-at-launch",
    "takes what is being sent for left over from a crash, at each launch",
    caughtBy: "overlapping-sends"
  ) { parts, _ in
    parts.store = LaunchStore(base: parts.store) { store, now in
      for task in try store.list() where task.status == .sending {
        _ = try store.apply(.released(at: now), to: task.id, under: nil)
      }
    }
  }

  static let pausedLostAtLaunch = FaultyKind(
    "paused-lost-at-launch", "removes at a launch what 401 or 403 had paused",
    caughtBy: "stopped-silently", "removed-early"
  ) { parts, _ in
    parts.store = LaunchStore(base: parts.store) { store, _ in
      for task in try store.list() where task.status == .paused { _ = try store.remove(task.id) }
    }
  }
}

/// Does something to the store at each launch, before anything is sent.
private final class LaunchStore: ForwardingStore {
  let base: any WriteStore
  private let atLaunch: @Sendable (any WriteStore, QueueInstant) throws -> Void
  private let isLaunched = Mutex(false)

  init(
    base: any WriteStore,
    atLaunch: @escaping @Sendable (any WriteStore, QueueInstant) throws -> Void
  ) {
    self.base = base
    self.atLaunch = atLaunch
  }

  /// The queue calls it once at its launch, later at each sync.
  func syncAll(at now: QueueInstant) throws {
    let isFirst = isLaunched.withLock { isLaunched in
      defer { isLaunched = true }
      return !isLaunched
    }
    if isFirst { try atLaunch(base, now) }
    try base.syncAll(at: now)
  }
}

/// Stores a pause in the place of the floor that the server named, and only its own memory knows
/// that a sync must not shorten it.
private final class ForgetfulFloorStore: ForwardingStore {
  let base: any WriteStore
  private let floored = Mutex<Set<TaskID>>([])

  init(base: any WriteStore) { self.base = base }

  func apply(
    _ event: Delivery.Event, to id: TaskID, under lease: Lease?
  ) throws -> Delivery? {
    guard case .ruled(.keep(let diagnosis, let floor?), let now, _) = event else {
      floored.withLock { _ = $0.remove(id) }
      return try base.apply(event, to: id, under: lease)
    }
    floored.withLock { _ = $0.insert(id) }
    let pause = RetryDraw(policy: .always(floor), jitter: 1)
    return try base.apply(
      .ruled(.keep(diagnosis, floor: nil), at: now, retry: pause), to: id, under: lease)
  }

  func syncAll(at now: QueueInstant) throws {
    let floored = floored.withLock { $0 }
    for task in try base.list() where !floored.contains(task.id) {
      _ = try base.apply(.synced(at: now), to: task.id, under: nil)
    }
  }
}
