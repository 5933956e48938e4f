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
