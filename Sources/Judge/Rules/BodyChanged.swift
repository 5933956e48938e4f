// Owns: `body-changed`.

import AcceptanceModel

/// Compared with the operation's first send; for operations with equal content, with the first
/// send of the key. An empty body after a 307 or 308 is `redirect-leak`.
package enum BodyChanged: Rule {
  package static let code = FindingCode("body-changed")
  package static let summary = "A retry's bytes differ from the first send's."
  package static let likelyCause =
    "The body is encoded anew for each send, or holds a time or a number of the send."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      A retry's body differs from the first send's. A server that compares bodies refuses it as \
      a reuse of the key; one that doesn't may keep the older content.
      """,
    example: [
      "Operation A is sent with `\"sentAt\": 1700000000` and recorded; the response is lost.",
      "The retry is sent with `\"sentAt\": 1700000005`.",
      "The server answers 409: one key, two bodies.",
    ],
    remedies: [
      .init(
        cause: "the body holds a time, a counter or an attempt number",
        fix: "fix it when the task is made, or send it in a header"),
      .init(
        cause: "the body is encoded anew, with another order of fields",
        fix: "store the bytes and send those"),
      .init(
        cause: "the user's later edits are in the retry",
        fix: "make an edit an operation of its own"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.operations.compactMap { operation in
      var firsts: [IdempotencyKey?: ObservedSend] = [:]
      for send in operation.sends where !RedirectLeak.isEmptied(send, of: operation) {
        let scope = operation.hasEqualContent ? send.facts.key.key : nil
        guard let first = firsts[scope] else {
          firsts[scope] = send
          continue
        }
        guard first.facts.body.differs(from: send.facts.body) else { continue }
        return finding(
          operation.name, sentence(operation, first, send), proof: [first.position, send.position])
      }
      return nil
    }
  }

  private static func sentence(
    _ operation: ObservedOperation, _ first: ObservedSend, _ later: ObservedSend
  ) -> Message {
    let start =
      "operation \(operation.name)'s \(Wording.ordinal(later.facts.sendOfOperation)) send has"
    let sizes = "\(first.facts.body.byteCount) and \(later.facts.body.byteCount) bytes"
    if let own = first.facts.body.digestWithoutKey, own != first.facts.body.digest,
      first.facts.key.key != later.facts.key.key
    {
      return
        "\(start) different content from its first, even without the key: a retry must repeat what"
        + " the user saved, byte for byte"
    }
    if let canonical = first.facts.body.canonicalDigest,
      canonical == later.facts.body.canonicalDigest
    {
      return "\(start) other bytes than its first (\(sizes)), though the same meaning:"
        + " the body is encoded anew for each send; store the bytes and send those"
    }
    let sameKey = first.facts.key.key != nil && first.facts.key.key == later.facts.key.key
    return "\(start) different content from its first (\(sizes)): "
      + (sameKey
        ? "the server sees one key with two bodies and must refuse it"
        : "a retry must repeat what the user saved, byte for byte")
  }
}

extension BodyFacts {
  /// Where the key is in the body, another key alone makes no other body.
  fileprivate func differs(from other: BodyFacts) -> Bool {
    if let own = digestWithoutKey, let others = other.digestWithoutKey { return own != others }
    return digest != other.digest
  }
}
