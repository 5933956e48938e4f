// Owns: one pause for all tasks while no connection comes about at all.

/// Thousands of waiting tasks must not each knock at a server that is down, or wake the radio of a
/// phone without network: after a send that found no connection, nothing is sent for one pause.
/// Any send that found one ends it, and so does a sync.
struct Reachability {
  /// Sends that found no connection in a row, those of one pause counted once.
  private var failures = 0
  private var pausedUntil: QueueInstant?

  mutating func note(_ outcome: SendOutcome, at now: QueueInstant, _ retry: RetryDraw) {
    guard outcome == .unknown(.notConnected) else {
      self = Reachability()
      return
    }
    guard pausedUntil.map({ $0 <= now }) ?? true else { return }
    failures += 1
    pausedUntil = now + retry.pause(afterFailures: failures)
  }

  /// When something may be sent, where that is later than `instant`.
  func earliest(from instant: QueueInstant) -> QueueInstant {
    pausedUntil.map { max($0, instant) } ?? instant
  }
}
