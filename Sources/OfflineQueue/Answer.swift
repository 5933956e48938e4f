// Owns: what one send brought back, as a value. Does not own: what it means (AnswerRules).

/// How one send ended.
public enum SendOutcome: Sendable, Hashable {
  /// Status line and all headers arrived.
  case answered(Answer)
  /// It ended without a whole answer: the server may have applied the write or not.
  case unknown(TransportFailure)
}

/// An answer whose status and headers are whole.
public struct Answer: Sendable, Hashable {
  /// The URL that was asked, against which `location` is resolved.
  public var url: String
  public var status: Int
  /// The values of each `Retry-After` header, as they came.
  public var retryAfter: [String]
  public var date: String?
  public var location: String?
  public var body: [UInt8]
  /// False where the sender stopped reading because the body was longer than it takes.
  public var bodyIsWhole: Bool

  public init(
    url: String, status: Int, retryAfter: [String] = [], date: String? = nil,
    location: String? = nil, body: [UInt8] = [], bodyIsWhole: Bool = true
  ) {
    self.url = url
    self.status = status
    self.retryAfter = retryAfter
    self.date = date
    self.location = location
    self.body = body
    self.bodyIsWhole = bodyIsWhole
  }
}

/// Why there was no whole answer. All cases mean the same to the queue: send again later.
public enum TransportFailure: Sendable, Hashable, CustomStringConvertible {
  /// No connection came about, so nothing was sent.
  case notConnected
  case timedOut
  /// The connection ended before the answer did.
  case cut
  /// What came back is no HTTP answer.
  case malformed
  /// The send was cancelled, by an orderly quit or because its lease was lost.
  case aborted
  /// The sender's own number of the fault, e.g. a `CURLcode`.
  case other(code: Int)

  public var description: String {
    switch self {
    case .notConnected: "no connection"
    case .timedOut: "the time limit passed"
    case .cut: "the connection ended early"
    case .malformed: "what came back is no HTTP answer"
    case .aborted: "given up before the answer"
    case .other(let code): "transport fault \(code)"
    }
  }
}
