// Owns: `key-invalid`.

import AcceptanceModel

/// A quoted structured-field string is one spelling of a key and the bare text another; either is
/// right, as long as it is the same each time.
package enum KeyInvalid: Rule {
  package static let code = FindingCode("key-invalid")
  package static let summary =
    "A key is empty, too long, not visible ASCII, repeated or respelled, or a credential repeated."
  package static let likelyCause =
    "The key is made of text that a header can't carry, or is quoted now and then."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      A key is empty, longer than 255 characters, not visible ASCII, present more than once, or \
      written in two ways. Servers reject, cut or join such keys, so retries are not recognised.
      """,
    example: [
      "Operation A is sent with `Idempotency-Key: k-1`.",
      "The response is lost.",
      "The retry is sent with `Idempotency-Key: \"k-1\"`: other bytes, another key.",
    ],
    remedies: [
      .init(
        cause: "the key is made of user text",
        fix: "use a UUID"),
      .init(
        cause: "a middleware adds the header a second time",
        fix: "set it in one place"),
      .init(
        cause: "some requests quote the key",
        fix: "write it in one way, always"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    guard view.terms.expectsKey else { return [] }
    return view.operations.compactMap { operation in
      flawed(operation) ?? respelled(operation, in: view) ?? repeatedCredential(operation)
    }
  }

  private static func flawed(_ operation: ObservedOperation) -> Finding? {
    for send in operation.sends {
      guard case .invalid(_, let flaw) = send.facts.key else { continue }
      let what =
        switch flaw {
        case .empty: "is empty"
        case .tooLong: "is longer than 255 characters"
        case .notVisibleASCII: "holds characters that are not visible ASCII"
        case .repeated: "is in more than one header line, which many servers join to one key"
        }
      return finding(
        operation.name,
        "operation \(operation.name) was sent with a key that \(what)"
          + " (\(Wording.ordinal(send.facts.sendOfOperation)) send): servers reject or change it; use a UUID",
        proof: [send.position])
    }
    return nil
  }

  /// Servers join the lines, or use the first or the last of them.
  private static func repeatedCredential(_ operation: ObservedOperation) -> Finding? {
    guard let send = operation.sends.first(where: \.facts.isCredentialRepeated) else { return nil }
    return finding(
      operation.name,
      "operation \(operation.name) was sent with more than one Authorization header line"
        + " (\(Wording.ordinal(send.facts.sendOfOperation)) send): servers join them,"
        + " or use one of them",
      proof: [send.position])
  }

  private static func respelled(
    _ operation: ObservedOperation, in view: HistoryView
  ) -> Finding? {
    var spellings: [IdempotencyKey: (KeySpelling, HistoryPosition)] = [:]
    for send in operation.sends {
      guard case .present(let key, let spelling) = send.facts.key else { continue }
      guard let (first, position) = spellings[key] else {
        spellings[key] = (spelling, send.position)
        continue
      }
      guard first != spelling else { continue }
      return finding(
        operation.name,
        "operation \(operation.name) was sent with \(view.name(of: key)) spelled \(word(first))"
          + " at first and \(word(spelling)) in its"
          + " \(Wording.ordinal(send.facts.sendOfOperation)) send:"
          + " a server that compares the header's bytes sees two keys",
        proof: [position, send.position])
    }
    return nil
  }

  private static func word(_ spelling: KeySpelling) -> Message {
    switch spelling {
    case .bare: "bare"
    case .quoted: "in quotes"
    }
  }
}
