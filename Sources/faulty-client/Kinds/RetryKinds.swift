// Owns: clients that send again too seldom, too often or too early.

import ClientHarness
import OfflineQueue
import Synchronization

extension FaultyKind {
  /// More than any other fault of the table needs, fewer than its longest row of refusals.
  private static let tries = 5

  static let givesUpAfterTries = FaultyKind(
    "gives-up-after-tries", "stops after \(tries) sends though the outcome is unknown",
    caughtBy: "gave-up"
  ) { parts, _ in
    parts.concludeSends { disposition, lease in
      guard case .keep = disposition, lease.send >= tries else { return .ruled(disposition) }
      return .ruled(.stop(Diagnosis("given up after \(lease.send) sends")))
    }
  }

  static let givesUpOffline = FaultyKind(
    "gives-up-offline", "takes a refused connection for a refusal of the write",
    caughtBy: "gave-up"
  ) { parts, _ in
    parts.concludeSends { disposition, _ in
      guard case .keep(let diagnosis, _) = disposition,
        diagnosis.text.contains(TransportFailure.notConnected.description)
      else { return .ruled(disposition) }
      return .ruled(.stop(diagnosis))
    }
  }

  static let waitsForTap = FaultyKind(
    "waits-for-tap", "sends again only when the user taps the next time",
    caughtBy: "gave-up", "still-waiting", "not-restored"
  ) { parts, _ in
    parts.concludeSends { disposition, _ in
      if case .keep = disposition { .paused(disposition, .never) } else { .ruled(disposition) }
    }
    parts.store = TapStore(base: parts.store)
  }

  static let waitsForTapAfterLaunch = FaultyKind(
    "waits-for-tap-after-launch", "sends nothing after a relaunch until the user taps",
    caughtBy: "not-restored"
  ) { parts, _ in
    parts.store = AsleepStore(base: parts.store)
  }

  static let hotLoop = FaultyKind(
    "hot-loop", "sends again without a pause", caughtBy: "retry-storm"
  ) { parts, _ in
    parts.concludeSends { disposition, _ in .paused(disposition, .always(.milliseconds(1))) }
  }

  static let hotLoopAfterAWhile = FaultyKind(
    "hot-loop-after-a-while", "sends again without a pause after \(tries) failures",
    caughtBy: "retry-storm"
  ) { parts, _ in
    parts.concludeSends { disposition, lease in
      lease.send > tries ? .paused(disposition, .always(.milliseconds(1))) : .ruled(disposition)
    }
  }

  static let hotLoopAfterUnreadableTime = FaultyKind(
    "hot-loop-after-unreadable-time", "sends again at once after a 429 whose time it can't read",
    caughtBy: "retry-storm"
  ) { parts, _ in
    parts.concludeSends { disposition, _ in
      guard case .keep(let diagnosis, floor: nil) = disposition,
        diagnosis.text.hasPrefix("HTTP 429")
      else { return .ruled(disposition) }
      return .paused(disposition, .always(.milliseconds(1)))
    }
  }

  static let hotLoopAfterDisconnect = FaultyKind(
    "hot-loop-after-disconnect", "connects again at once after a connection that was dropped",
    caughtBy: "retry-storm"
  ) { parts, _ in
    // Twice as many connections are allowed; on a busy machine this client makes only 15 in a second.
    parts.greetedLimits.maxSendsPerSecond = 4
    parts.concludeSends { disposition, _ in
      guard case .keep(let diagnosis, _) = disposition, !diagnosis.text.hasPrefix("HTTP ") else {
        return .ruled(disposition)
      }
      return .paused(disposition, .always(.milliseconds(1)))
    }
  }

  static let slowerThanPromised = FaultyKind(
    "slower-than-promised", "pauses a hundred times longer than it promised",
    caughtBy: "gave-up", "still-waiting"
  ) { parts, _ in
    let pause = parts.limits.retryCap * 100
    parts.concludeSends { disposition, _ in .paused(disposition, .always(pause)) }
  }

  static let retryAfterIgnored = FaultyKind(
    "retry-after-ignored", "sends again before the time that the server named",
    caughtBy: "retry-after-ignored"
  ) { parts, _ in
    parts.concludeSends { disposition, _ in
      switch disposition {
      case .keep(let diagnosis, _): .ruled(.keep(diagnosis, floor: nil))
      case .pause(let diagnosis, _): .ruled(.pause(diagnosis, floor: nil))
      case .done, .stop: .ruled(disposition)
      }
    }
  }

  static let sentAgainWhenDone = FaultyKind(
    "sent-again-when-done", "sends once more after the success", caughtBy: "sent-after-done"
  ) { parts, _ in
    parts.replaceSends { request, sender in
      let outcome = await sender.send(request)
      if outcome.status == 200 || outcome.status == 201 { _ = await sender.send(request) }
      return outcome
    }
  }
}

/// A sync or a launch wakes nothing up; a new task wakes up all.
private struct TapStore: ForwardingStore {
  let base: any WriteStore

  func insert(_ task: WriteTask) throws -> WriteTask {
    let stored = try base.insert(task)
    if let now = task.delivery.due { try base.syncAll(at: now) }
    return stored
  }

  func syncAll(at now: QueueInstant) {}
}

/// Hands nothing out before the first new task of this launch.
final class AsleepStore: ForwardingStore {
  let base: any WriteStore
  private let isAwake = Mutex(false)

  init(base: any WriteStore) { self.base = base }

  func insert(_ task: WriteTask) throws -> WriteTask {
    isAwake.withLock { $0 = true }
    return try base.insert(task)
  }

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    guard isAwake.withLock({ $0 }) else { return nil }
    return try base.claim(by: owner, until: until, at: now)
  }

  func nextDue() throws -> QueueInstant? {
    guard isAwake.withLock({ $0 }) else { return nil }
    return try base.nextDue()
  }
}
