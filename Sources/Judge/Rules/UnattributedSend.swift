// Owns: `unattributed-send`.

import AcceptanceModel

/// A submit that was never answered may be an operation whose key was never reported: as many keys
/// as there are such submits without a send may be theirs.
package enum UnattributedSend: Rule {
  package static let code = FindingCode("unattributed-send")
  package static let summary = "A complete send belongs to no operation."
  package static let likelyCause =
    "The client writes something of its own to the endpoint, or changed key and body."

  package static let explanation = RuleExplanation(
    meaning: """
      A complete request reached the endpoint that belongs to no operation: neither its body nor \
      its key is known. The client sent something that the user did not ask for, or changed both \
      body and key.
      """,
    example: [
      "The user creates operation A.",
      "The client sends A, and also a POST with its device status to the same endpoint.",
    ],
    remedies: [
      .init(
        cause: "telemetry or a health check uses the same endpoint",
        fix: "send it elsewhere"),
      .init(
        cause: "the body is encrypted or compressed beyond recognition",
        fix: "declare `\"body\": \"bytes\"` and report the key in the response to `submit`"),
      .init(
        cause: "the runner's marker is stripped from the body",
        fix: "send the body as it was submitted"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    // Whose sender could not be found may be another process' request.
    let sends = view.unattributed.filter { !$0.facts.isSenderUnknown }
    guard let first = sends.first, !mayBeUnanswered(sends, view) else { return [] }
    let count = sends.count
    let number = Wording.count(count, "complete send")
    let sentence =
      "\(number) \(count == 1 ? "carries" : "carry") neither an operation's content nor a key that"
      + " was seen before (the first is \(first.facts.request), \(first.facts.body.byteCount) bytes):"
      + " the client sent something that the user did not ask for, or changed both content and key"
    return [finding(nil, sentence, proof: sends.map(\.position))]
  }

  private static func mayBeUnanswered(_ sends: [ObservedSend], _ view: HistoryView) -> Bool {
    let keys = Set(sends.compactMap(\.facts.key.key))
    guard sends.allSatisfy({ $0.facts.key.key != nil }) else { return false }
    let unheard = view.operations.filter { operation in
      switch operation.fate {
      case .open, .unanswered: operation.sends.isEmpty
      case .acknowledged, .refused: false
      }
    }
    return keys.count <= unheard.count
  }
}
