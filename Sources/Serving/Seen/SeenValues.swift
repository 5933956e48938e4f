// Owns: what is kept of a request and a record: tokens, sizes and words, nothing that a client wrote.

import AcceptanceModel
import Evidence

/// An idempotency key as it may be shown.
struct SeenKey: Sendable, Hashable {
  let token: Token
  /// The key itself, where its shape is declared safe.
  let clear: String?

  init(_ key: IdempotencyKey, by redactor: Redactor) {
    token = redactor.token("key", key.text.utf8)
    clear = redactor.clearKey(key.text)?.text
  }
}

struct SeenRecord: Sendable, Hashable {
  let number: Int
  let key: SeenKey?
  let size: SizeBucket
  let body: Token
  let isReplaced: Bool
}

struct SeenRequest: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// Nothing is known of it yet but that a fault met it.
    case beginning
    case send
    case partial
    case stray(StrayKind)
    /// It followed a redirect to the other origin.
    case elsewhere(RedirectCargo)
  }

  enum Outcome: Sendable, Hashable {
    case underWay
    case held
    case answered(AnswerFacts)
    case ended(RequestEnd)
    case cut
  }

  let number: RequestNumber
  let connection: ConnectionNumber
  /// Since the session's start.
  let at: Duration
  var kind = Kind.beginning
  var key: SeenKey?
  var flaw: KeyFlaw?
  var operation: String?
  var sendOfKey = 0
  var size: SizeBucket?
  var body: Token?
  var faults: [String] = []
  var record: Int?
  var outcome = Outcome.underWay

  /// Until it is released, also where its client has left meanwhile: the server still holds its key.
  var isHeld = false
}

/// The whole of what was seen, at one instant.
struct Seen: Sendable {
  /// Grows with every change.
  var revision = 0
  var isOnline = false
  /// In the order in which they began.
  var requests: [SeenRequest] = []
  /// Older requests that are not kept.
  var droppedCount = 0
  var connectionCount = 0
  /// The kinds of all faults by their index; the first `plannedCount` came with a plan.
  var faults: [String] = []
  var plannedCount = 0
  /// Whom the planned ones meet, in words.
  var selectors: [String] = []

  var held: [RequestNumber] { requests.filter(\.isHeld).map(\.number) }
}
