// Owns: the port through which a queue sends.

/// Sends one write once. Never sends again by itself, not even on a fresh connection, and follows
/// no redirect: the queue decides both.
public protocol WriteSender: Sendable {
  /// Called at most `maxInFlight` times at once, never twice at once for one task by one queue.
  ///
  /// Must return within `request.timeLimit` of the call, with the connection closed: the lease
  /// lasts little longer, and a send that outlives it may meet another sender's. When cancelled,
  /// it closes the connection and returns `.unknown(.aborted)` as soon as it can.
  func send(_ request: WriteRequest) async -> SendOutcome
}

/// All that differs from send to send.
public struct WriteRequest: Sendable, Hashable {
  public let key: IdempotencyKey
  public let body: [UInt8]
  public let contentType: String
  /// The URL after a redirect, of the same origin; `nil` for the sender's own.
  public let redirectedTo: String?
  /// Positive; for connecting, sending and receiving together.
  public let timeLimit: Duration

  public init(
    key: IdempotencyKey, body: [UInt8], contentType: String, redirectedTo: String?,
    timeLimit: Duration
  ) {
    self.key = key
    self.body = body
    self.contentType = contentType
    self.redirectedTo = redirectedTo
    self.timeLimit = timeLimit
  }
}
