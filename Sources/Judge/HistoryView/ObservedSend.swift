// Owns: one complete send: what it was, what became of it, what triggered it.

import AcceptanceModel

package struct ObservedSend: Sendable {
  /// When the whole of it had arrived.
  package let position: HistoryPosition
  /// The earliest that the client can have begun with it, as far as was seen: when its connection
  /// was made, or had answered its last request.
  package let began: HistoryPosition
  /// When the connection was made, where this is the first request on it: a server that is late may
  /// read a request long after its client has given it up.
  package let connected: HistoryPosition?
  package let facts: SendFacts
  package let trigger: Trigger
  /// Launches that were alive when it arrived. A killed client's last request may arrive after its
  /// end, so the sender need not be among them.
  package let alive: [LaunchNumber]
  /// The answer or the end, whichever came first: from then on it is in flight no more. `nil` where
  /// the history ends before.
  package internal(set) var outcome: Outcome?
  /// What was written instead of a whole answer; `nil`: nothing, or a whole answer.
  package internal(set) var broken: BrokenAnswer?
  /// What the server answered, after this send's outcome, to a request of the client that is no send.
  package internal(set) var strayAnswer: (kind: StrayKind, status: Int)?

  /// The latest thing before it that may have triggered it.
  package enum Trigger: Sendable, Hashable {
    case tap
    case sync
    case relaunch
    case userRetry
    case ownAccord
  }

  package struct Outcome: Sendable {
    package enum Kind: Sendable {
      case answered(AnswerFacts)
      case ended(RequestEnd)
    }

    package let position: HistoryPosition
    package let kind: Kind
    /// Whether a process that may have sent the request was still there to read it.
    package let isHeard: Bool
    /// What it obliges the client to.
    package let duty: ClientObligation
  }
}

extension ObservedSend {
  /// The answer, where all of it was handed over, to a process that was still alive.
  package var fullAnswer: AnswerFacts? {
    guard let outcome, outcome.isHeard, case .answered(let answer) = outcome.kind,
      answer.delivery == .full
    else { return nil }
    return answer
  }

  /// What it obliges the client to; `nil` where nothing became of it yet.
  package var duty: ClientObligation? { outcome?.duty }

  func hasOutcome(before position: HistoryPosition) -> Bool {
    outcome.map { $0.position < position } ?? false
  }

  /// An answer after which a right client must never send again by itself.
  var isFinalRefusal: Bool { fullAnswer != nil && duty == .stop }

  /// An answer after which a right client is done.
  var isSuccess: Bool { fullAnswer != nil && duty == .done }

  /// Whether a right client may stop the task after this.
  var permitsStop: Bool { duty?.permitsStop ?? false }
}
