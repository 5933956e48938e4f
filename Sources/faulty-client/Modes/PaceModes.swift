// Owns: right clients that send at unusual times or in an unusual order.

import ClientHarness
import OfflineQueue

extension UnusualMode {
  static let onSync = UnusualMode(
    "on-sync", "sends again at a sync or a launch only, and declares so"
  ) { parts, _ in
    parts.greetedLimits.retries = .onSync
    parts.concludeSends { disposition, _ in
      if case .keep(let diagnosis, let floor) = disposition {
        .ruled(.pause(diagnosis, floor: floor))
      } else {
        .ruled(disposition)
      }
    }
  }

  static let longerThanAsked = UnusualMode(
    "longer-than-asked", "waits half as long again as the server's Retry-After says"
  ) { parts, _ in
    parts.concludeSends { disposition, _ in
      if case .keep(let diagnosis, let floor) = disposition {
        .ruled(.keep(diagnosis, floor: floor.map { $0 * 3 / 2 }))
      } else {
        .ruled(disposition)
      }
    }
  }

  static let slowPauses = UnusualMode(
    "slow-pauses", "pauses for a second and a half after each failure, and declares so"
  ) { parts, _ in
    parts.greetedLimits.retryCap = .milliseconds(1_500)
    parts.concludeSends { disposition, _ in .paused(disposition, .always(.milliseconds(1_500))) }
  }

  static let oneAtATime = UnusualMode(
    "one-at-a-time", "has one send under way at once"
  ) { parts, _ in
    let limits = parts.limits
    parts.limits = try QueueLimits(
      firstRetry: limits.firstRetry, retryCap: limits.retryCap,
      responseTimeout: limits.responseTimeout, lease: limits.lease, maxInFlight: 1,
      maxSendsPerSecond: limits.maxSendsPerSecond)
  }

  static let anyOrder = UnusualMode(
    "any-order", "sends independent tasks in any order"
  ) { parts, _ in
    parts.store = ShufflingStore(base: parts.store)
  }

  static let finishedBeforeFirstLook = UnusualMode(
    "finished-before-first-look", "acknowledges a tap only when its first send has ended"
  ) { parts, _ in
    parts.serving = { verb, perform in
      let payload = try await perform(verb)
      guard case .submit = verb, let task = payload.task else { return payload }
      // Commands are served one after the other, and the last of twenty taps must be acknowledged
      // within five seconds, too.
      let deadline = ContinuousClock.now + .milliseconds(150)
      while ContinuousClock.now < deadline {
        let listed = try await perform(.tasks).tasks?.first { $0.task == task }
        let isUnderWay = listed?.state == .sending || listed?.sends == 0
        guard isUnderWay else { break }
        try await Task.sleep(for: .milliseconds(5))
      }
      return payload
    }
  }
}

/// Makes new tasks due at a random instant of the next tenth of a second.
private struct ShufflingStore: ForwardingStore {
  let base: any WriteStore

  func insert(_ task: WriteTask) throws -> WriteTask {
    guard let due = task.delivery.due else { return try base.insert(task) }
    var shuffled = task
    shuffled.delivery = Delivery(due: due + .milliseconds(Int.random(in: 0...100)))
    return try base.insert(shuffled)
  }
}
