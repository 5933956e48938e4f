// Owns: what a client promises, and every deadline and silence window derived from it.

/// A client's promises, with the contract's defaults where it promises nothing.
package struct ClientLimits: Sendable, Hashable {
  package enum Retries: String, Sendable, Hashable, CaseIterable {
    case bySelf = "self"
    case onSync
  }

  /// The longest pause between two sends of a task. Default: 30 s.
  package var retryCap: Duration = .seconds(30)
  /// How long the client waits for an answer. Default: 60 s.
  package var responseTimeout: Duration = .seconds(60)
  /// How long a dead sender's right to send lasts. Default: 60 s.
  package var lease: Duration = .seconds(60)
  /// Sends of one task in any second. Default: 25.
  package var maxSendsPerSecond = 25
  /// How long an orderly quit takes at most. Default: 5 s.
  package var quit: Duration = .seconds(5)
  package var retries: Retries = .bySelf
  /// How long a command may stay unanswered. 5 s unless the scenario file says otherwise.
  package var answerWithin: Duration = .seconds(5)

  package init() {}
}

extension ClientLimits {
  /// How long the runner waits for a send that is due: the longest pause, an answer that never
  /// comes, a lease that has to run out, and as long again as a command may take, for a busy
  /// machine. A right client never needs it; a wrong one is not let off before it.
  package var sendDeadline: Duration { retryCap + responseTimeout + lease + answerWithin }

  /// How long nothing must happen before "never again" is believed: the longest pause, and half of
  /// it again with 200 ms on top, because a pause starts after the answer was handled.
  package var silenceWindow: Duration { retryCap + retryCap / 2 + .milliseconds(200) }

  /// As `silenceWindow`, and for longer than a dead sender's right lasts.
  package var leaseWindow: Duration { max(silenceWindow, lease + .milliseconds(200)) }
}

/// Limits as somebody declared them: the client in its greeting, or the scenario file.
package struct DeclaredLimits: Sendable, Hashable {
  package var retryCap: Duration?
  package var responseTimeout: Duration?
  package var lease: Duration?
  package var maxSendsPerSecond: Int?
  package var quit: Duration?
  package var retries: ClientLimits.Retries?
  package var answerWithin: Duration?

  package init(
    retryCap: Duration? = nil, responseTimeout: Duration? = nil, lease: Duration? = nil,
    maxSendsPerSecond: Int? = nil, quit: Duration? = nil, retries: ClientLimits.Retries? = nil,
    answerWithin: Duration? = nil
  ) {
    self.retryCap = retryCap
    self.responseTimeout = responseTimeout
    self.lease = lease
    self.maxSendsPerSecond = maxSendsPerSecond
    self.quit = quit
    self.retries = retries
    self.answerWithin = answerWithin
  }
}

extension DeclaredLimits {
  // What a client may promise, in the unit of the contract's field. An hour is the longest that any
  // client waits that was looked at. Every deadline is a small multiple of these, so a run always ends.
  package static let retryCapMs = 0...3_600_000
  package static let responseTimeoutMs = 1...3_600_000
  package static let leaseMs = 0...3_600_000
  package static let maxSendsPerSecond = 1...1000
  package static let quitMs = 1...600_000
}

extension ClientLimits {
  /// Every limit, as a declaration that leaves nothing out.
  package var declared: DeclaredLimits {
    DeclaredLimits(
      retryCap: retryCap, responseTimeout: responseTimeout, lease: lease,
      maxSendsPerSecond: maxSendsPerSecond, quit: quit, retries: retries,
      answerWithin: answerWithin)
  }

  /// Takes over what is declared, leaves the rest.
  package mutating func apply(_ declared: DeclaredLimits) {
    retryCap = declared.retryCap ?? retryCap
    responseTimeout = declared.responseTimeout ?? responseTimeout
    lease = declared.lease ?? lease
    maxSendsPerSecond = declared.maxSendsPerSecond ?? maxSendsPerSecond
    quit = declared.quit ?? quit
    retries = declared.retries ?? retries
    answerWithin = declared.answerWithin ?? answerWithin
  }
}
