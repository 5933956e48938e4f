// Owns: how long to pause before the next send. Does not own: waiting (OfflineQueue).

/// Exponential backoff with full jitter between two bounds.
public struct RetryPolicy: Sendable, Hashable {
  /// The upper bound of the first pause; doubled with every further failure.
  public let first: Duration
  /// No pause is longer, but for a server's `Retry-After`.
  public let cap: Duration
  /// No pause is shorter, whatever chance says: makes a hot loop impossible.
  public let least: Duration

  public init(first: Duration, cap: Duration, least: Duration) {
    self.first = first
    self.cap = cap
    self.least = least
  }

  /// - Parameters:
  ///   - failures: Failed sends in a row, from 1.
  ///   - jitter: In `0 ..< 1`; the share of the bound that is waited.
  /// - Returns: Between `least` and `cap`, both included.
  public func pause(afterFailures failures: Int, jitter: Double) -> Duration {
    var bound = min(first, cap)
    var doublings = max(failures, 1) - 1
    while doublings > 0, bound < cap {
      bound = min(bound * 2, cap)
      doublings -= 1
    }
    let share = jitter.isFinite ? min(max(jitter, 0), 1) : 1
    return min(max(bound * share, least), cap)
  }
}

/// A policy together with the chance that was drawn for one failure.
public struct RetryDraw: Sendable, Hashable {
  public let policy: RetryPolicy
  public let jitter: Double

  public init(policy: RetryPolicy, jitter: Double) {
    self.policy = policy
    self.jitter = jitter
  }

  func pause(afterFailures failures: Int) -> Duration {
    policy.pause(afterFailures: failures, jitter: jitter)
  }
}
