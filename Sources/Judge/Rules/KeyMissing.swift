// Owns: `key-missing`.

import AcceptanceModel

package enum KeyMissing: Rule {
  package static let code = FindingCode("key-missing")
  package static let summary = "An operation was sent without a key."
  package static let likelyCause =
    "The key is set where the first request is made, and the retry is made elsewhere."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      A send had no idempotency key. Without one the server can't tell a retry from a new \
      operation, and records it twice.
      """,
    example: [
      "Operation A is sent with a key and recorded; the response is lost.",
      "The retry builds its request elsewhere, without the header.",
      "The server records a second operation.",
    ],
    remedies: [
      .init(
        cause: "the key has another name than the table says",
        fix: "set `server.key` as your API has it"),
      .init(
        cause: "only the first request gets the key",
        fix: "store the key with the task, and set it in the one place that builds requests"),
      .init(
        cause: "the body is sent as the key's place, but lacks the field",
        fix: "write the key into the body when the task is made"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    guard view.terms.expectsKey else { return [] }
    return view.operations.compactMap { operation in
      let bare = operation.sends.filter { $0.facts.key == .missing }
      guard let first = bare.first else { return nil }
      return finding(
        operation.name, sentence(operation, first: first, count: bare.count),
        proof: bare.map(\.position))
    }
  }

  private static func sentence(
    _ operation: ObservedOperation, first: ObservedSend, count: Int
  ) -> Message {
    let start = "operation \(operation.name)"
    let total = operation.sends.count
    if count == total {
      let which = total == 1 ? "" : " in all of its \(total) sends"
      return "\(start) was sent without a key\(which):"
        + " the server cannot tell a retry from a new operation"
    }
    guard first.facts.sendOfOperation > 1, let before = operation.sends.first else {
      return "\(start) was sent without a key in \(count) of \(total) sends, the first of them:"
        + " the server cannot tell the next one from a new operation"
    }
    return "\(start) had a key at first and none in its"
      + " \(Wording.ordinal(first.facts.sendOfOperation)) send, after \(Wording.outcome(of: before)):"
      + " the retry does not go through the code that sets the key"
  }
}
