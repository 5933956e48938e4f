// Owns: a queue's numbers, and which of them fit together.

public struct QueueLimits: Sendable, Hashable {
  /// How much longer than the response timeout a lease must last at least: time to close the
  /// connection and to store the outcome on a slow machine before anyone may take the task over.
  public static let leaseMargin: Duration = .milliseconds(250)

  /// The upper bound of the first pause after a failed send.
  public let firstRetry: Duration
  /// The longest pause between two sends of a task, unless the server named a longer one.
  public let retryCap: Duration
  /// How long one send may take in all, redirects included.
  public let responseTimeout: Duration
  /// How long a sender's right to send lasts, so also how long a killed one's task waits.
  public let lease: Duration
  /// Sends under way at once, of different tasks.
  public let maxInFlight: Int
  /// Sends of one task in any second, those that a sync or the user asks for aside.
  public let maxSendsPerSecond: Int
  /// How long done tasks stay listed; older ones are removed at the next launch.
  public let keepDone: Duration

  /// The defaults fit a mobile app: a minute is the longest that a task of a killed app waits.
  ///
  /// - Throws: `QueueError.unfitLimits`, which says what would fit.
  public init(
    firstRetry: Duration = .seconds(1), retryCap: Duration = .seconds(30),
    responseTimeout: Duration = .seconds(30), lease: Duration = .seconds(60),
    maxInFlight: Int = 4, maxSendsPerSecond: Int = 10, keepDone: Duration = .seconds(86_400)
  ) throws(QueueError) {
    self.firstRetry = firstRetry
    self.retryCap = retryCap
    self.responseTimeout = responseTimeout
    self.lease = lease
    self.maxInFlight = maxInFlight
    self.maxSendsPerSecond = maxSendsPerSecond
    self.keepDone = keepDone
    if let unfit = firstUnfit { throw .unfitLimits(unfit) }
  }

  /// A tenth more than the even share of a second, so that sends that arrive with different
  /// delays still stay within `maxSendsPerSecond`.
  public var retryPolicy: RetryPolicy {
    RetryPolicy(
      first: firstRetry, cap: retryCap,
      least: .microseconds(1_100_000 / Int64(max(maxSendsPerSecond, 1))))
  }

  private var firstUnfit: String? {
    if firstRetry <= .zero { return "firstRetry is \(firstRetry); it must be positive" }
    if responseTimeout <= .zero {
      return "responseTimeout is \(responseTimeout); it must be positive"
    }
    if lease < responseTimeout + Self.leaseMargin {
      return "lease is \(lease); it must be at least \(responseTimeout + Self.leaseMargin), "
        + "\(Self.leaseMargin) longer than responseTimeout, or a task could be sent twice at once"
    }
    if maxInFlight < 1 { return "maxInFlight is \(maxInFlight); it must be at least 1" }
    if !(1...1000).contains(maxSendsPerSecond) {
      return "maxSendsPerSecond is \(maxSendsPerSecond); it must be from 1 to 1000"
    }
    if retryCap < retryPolicy.least {
      return "retryCap is \(retryCap); with maxSendsPerSecond \(maxSendsPerSecond) it must be at "
        + "least \(retryPolicy.least)"
    }
    if keepDone < .zero { return "keepDone is \(keepDone); it must not be negative" }
    return nil
  }
}
