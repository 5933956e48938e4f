// Owns: `contract-broken`.

import AcceptanceModel

/// Before its first send a client has shown nothing yet: then a broken contract is an error of the
/// scenario, a client that was not adapted rightly. After it, the client was under way and failed.
package enum ContractBroken: Rule {
  package static let code = FindingCode("contract-broken")
  package static let summary =
    "After its first send, the client wrote what is no line of the contract, or ended by itself."
  package static let likelyCause =
    "Something logs on stdout, or the program ends when it has nothing to do."

  package static let explanation = RuleExplanation(
    meaning: """
      After its first send the client wrote a line that the contract doesn't know, or ended \
      although it had not been told to. The runner can't go on with it.
      """,
    example: [
      "Operation A is done.",
      "The client's queue is empty, so its main function returns.",
      "The runner writes `tasks` to a process that is gone.",
    ],
    remedies: [
      .init(
        cause: "a library prints on stdout",
        fix: "print responses only; logs go to stderr"),
      .init(
        cause: "the program ends when its queue is empty",
        fix: "run until stdin ends"),
      .init(
        cause: "a response lacks a field",
        fix: "compare it with the contract in the README"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    let sends = (view.sends + view.unattributed).map(\.position)
    guard let first = sends.min() else { return [] }
    for entry in view.entries {
      guard case .client(.contractBroken(let launch, let reason)) = entry.observation,
        first < HistoryPosition(entry)
      else { continue }
      return [
        finding(
          nil, "\(launch) of the client broke the contract after its first send: \(reason)",
          proof: [first, HistoryPosition(entry)])
      ]
    }
    return []
  }
}
