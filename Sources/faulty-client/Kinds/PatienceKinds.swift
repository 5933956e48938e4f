// Owns: clients that give up, or wait, for reasons of their own.

import ClientHarness
import OfflineQueue
import Synchronization

extension FaultyKind {
  static let stopsAtAny4xx = FaultyKind(
    "stops-at-any-4xx", "takes 408, 421, 425 and 429 for refusals", caughtBy: "gave-up"
  ) { parts, _ in
    parts.readStatuses([408, 421, 425, 429], as: 400)
  }

  static let givesUpAfterTime = FaultyKind(
    "gives-up-after-time", "stops what it could not deliver within a second", caughtBy: "gave-up"
  ) { parts, _ in
    let begun = Mutex<[IdempotencyKey: ContinuousClock.Instant]>([:])
    parts.replaceSends { request, sender in
      let now = ContinuousClock.now
      let first = begun.withLock { begun in
        let first = begun[request.key] ?? now
        begun[request.key] = first
        return first
      }
      let outcome = await sender.send(request)
      let isGood = outcome.status.map { $0 < 300 } ?? false
      guard !isGood, first.duration(to: .now) > .seconds(1) else { return outcome }
      return .answered(Answer(url: "", status: 410))
    }
  }

  static let farRetryAfterStops = FaultyKind(
    "far-retry-after-stops", "gives up when the server asks for more than an hour's patience",
    caughtBy: "gave-up"
  ) { parts, _ in
    parts.concludeSends { disposition, _ in
      guard case .keep(let diagnosis, let floor?) = disposition, floor > .seconds(3600) else {
        return .ruled(disposition)
      }
      return .ruled(.stop(diagnosis))
    }
  }

  static let retryAfterDateIgnored = FaultyKind(
    "retry-after-date-ignored", "reads Retry-After as seconds only, and ignores dates",
    caughtBy: "retry-after-ignored"
  ) { parts, _ in
    parts.changeOutcomes { outcome in
      guard case .answered(var answer) = outcome else { return outcome }
      answer.retryAfter.removeAll { Int($0) == nil }
      return .answered(answer)
    }
  }

  static let pausedForEver = FaultyKind(
    "paused-for-ever", "pauses at 401 and never goes on, whatever comes back", caughtBy: "gave-up"
  ) { parts, _ in
    parts.store = SulkingStore(base: parts.store)
  }

  static let wallClockDue = FaultyKind(
    "wall-clock-due", "keeps due times by the wall clock, and waits a day when that is set back",
    caughtBy: "not-restored", "gave-up"
  ) { parts, launch in
    if launch.environment.clockOffset < .zero { parts.store = AsleepStore(base: parts.store) }
  }

  static let createdIsUnknown = FaultyKind(
    "created-is-unknown", "knows 200 as the only success, so 201 is sent for ever",
    caughtBy: "sent-after-done"
  ) { parts, _ in
    parts.readStatuses([201], as: 500)
  }

  static let replayIsError = FaultyKind(
    "replay-is-error", "takes the answer to a known key for an error and sends on",
    caughtBy: "sent-after-done"
  ) { parts, _ in
    let strict = parts.rules.success
    parts.rules.success = { answer, task in
      let text = String(decoding: answer.body, as: UTF8.self)
      let isFirst = text.contains(/"attempts"\s*:\s*1\b/) || !text.contains("attempts")
      return isFirst ? strict(answer, task) : .doubt(remark: "recorded before")
    }
  }

  static let timeoutNotCancelled = FaultyKind(
    "timeout-not-cancelled", "sends again after 300 ms while the first request is still under way",
    caughtBy: "overlapping-sends"
  ) { parts, _ in
    parts.replaceSends { request, sender in
      let (outcomes, ended) = AsyncStream.makeStream(of: SendOutcome.self)
      Task { ended.yield(await sender.send(request)) }
      Task {
        do {
          try await Task.sleep(for: .milliseconds(300))
        } catch {
          // It is never cancelled.
        }
        ended.yield(.unknown(.timedOut))
      }
      for await outcome in outcomes { return outcome }
      return .unknown(.aborted)
    }
  }
}

/// Leaves paused tasks alone at a launch and at a sync.
private struct SulkingStore: ForwardingStore {
  let base: any WriteStore

  func syncAll(at now: QueueInstant) throws {
    for task in try base.list() where task.status != .paused {
      _ = try base.apply(.synced(at: now), to: task.id, under: nil)
    }
  }
}
