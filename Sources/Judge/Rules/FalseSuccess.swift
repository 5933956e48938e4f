// Owns: `false-success`.

import AcceptanceModel

package enum FalseSuccess: Rule {
  package static let code = FindingCode("false-success")
  package static let summary =
    "A task is done, though the server holds no record or the answer was no success for it."
  package static let likelyCause =
    "The status alone is believed, or any answer without an exception is a success."
  package static let certainty = Certainty.onceSeen
  package static let followsFrom = [KeyShared.code]

  package static let explanation = RuleExplanation(
    meaning: """
      The client took a response for a success that is none: a refusal, a 2xx with an error in \
      it, a proxy's page, or another operation's record. The user believes that it was saved.
      """,
    example: [
      "A captive portal answers operation A with 200 and a page of HTML.",
      "The client looks at the status only and lists A as `done`.",
      "The server has no record.",
    ],
    remedies: [
      .init(
        cause: "only the status is checked",
        fix: "check that the body is the success that your API promises, for this operation"),
      .init(
        cause: "any response without an exception counts",
        fix: "name the statuses of success; treat all others as failures"),
      .init(
        cause: "202 counts as done",
        fix: "keep the task until its result is known"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.prematureEndings.compactMap { ending in
      let name = ending.operation.name
      let how = ending.isGone ? "left the client's list" : "is listed as `done`"
      switch ending.kind {
      case .misread(let send):
        let proof = [send.position, send.outcome?.position, ending.listing.position]
        return finding(
          name,
          "operation \(name) \(how) after \(Wording.outcome(of: send)): \(advice(send))",
          proof: proof.compactMap(\.self))
      case .unrecorded(let send):
        let proof = [send.position, send.outcome?.position, ending.listing.position]
        return finding(
          name,
          "operation \(name) \(how) after \(Wording.outcome(of: send)), though the server holds no"
            + " record of it: an answer without a body does not prove that anything was recorded",
          proof: proof.compactMap(\.self))
      case .storeDamaged, .storeLost, .refused, .unanswered:
        return nil
      }
    }
  }

  private static func advice(_ send: ObservedSend) -> Message {
    guard let answer = send.fullAnswer else { return "the task must be kept" }
    switch answer.status {
    case 202: return "202 says that the write is accepted, not that it is done"
    case 200..<300: return "the client checked the status only, not the body"
    case 300..<400: return "a redirect records nothing"
    default: return "the client took a refusal for a success"
    }
  }
}
