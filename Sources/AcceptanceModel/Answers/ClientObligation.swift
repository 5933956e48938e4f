// Owns: what an answer obliges a client to do, row by row, as data that a table may override.

package enum ClientObligation: String, Sendable, Hashable, CaseIterable {
  /// Send again later, same key and body.
  case keep
  case done
  /// Never send again by itself, keep a diagnosis.
  case stop
  /// Wait for credentials, a sync or a relaunch; stopping is right too.
  case pause
  /// Keep or stop, never done.
  case keepOrStop
  /// Follow to the same origin with method, key and body; else stop.
  case follow
  /// Anything but losing the operation.
  case either
}

extension ClientObligation {
  /// Whether a right client may give the operation up after such an answer.
  package var permitsStop: Bool {
    switch self {
    case .stop, .pause, .keepOrStop, .follow, .either: true
    case .keep, .done: false
    }
  }
}

/// What the server knows of an answer that it gave.
package struct AnswerFacts: Sendable, Hashable {
  package enum Content: String, Sendable, Hashable, CaseIterable {
    /// A JSON object with `id`, without `error`, of this operation.
    case success
    /// The same, of another operation.
    case successOfAnother
    /// A JSON object with `error`.
    case error
    case empty
    case other
  }

  package enum Delivery: String, Sendable, Hashable, CaseIterable {
    case full
    case cut
    case none
  }

  package let status: Int
  package let content: Content
  package let delivery: Delivery
  /// How long the server asked the client to wait; `nil` where it named no time that is valid.
  package let retryAfter: Duration?
  /// Whether this was an answer to a key that was recorded before.
  package let isReplay: Bool
  /// Numbers that success answers carry, for checks; e.g. `attempts`, `record_count`.
  package let numbers: AnswerNumbers
  /// Why the server's contract refused the send; `nil` for every other answer.
  package var refusal: RefusalReason?

  package init(
    status: Int, content: Content, delivery: Delivery = .full, retryAfter: Duration? = nil,
    isReplay: Bool = false, numbers: AnswerNumbers = [:], refusal: RefusalReason? = nil
  ) {
    self.refusal = refusal
    self.status = status
    self.content = content
    self.delivery = delivery
    self.retryAfter = retryAfter
    self.isReplay = isReplay
    self.numbers = numbers
  }
}
