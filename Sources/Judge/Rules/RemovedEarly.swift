// Owns: `removed-early`.

import AcceptanceModel

/// Where the client had been refused, the end is `stopped-silently`; where it took another answer
/// for a success, `false-success`; where a damaged store took the task along, `store-damaged`.
package enum RemovedEarly: Rule {
  package static let code = FindingCode("removed-early")
  package static let summary =
    "A task was gone or done before any unambiguous success had been delivered."
  package static let likelyCause =
    "The task is removed when it is sent, or when any answer at all has come."
  package static let certainty = Certainty.onceSeen
  package static let followsFrom = [
    LostOnPowerLoss.code, WrongEndpoint.code, KeyShared.code,
  ]

  package static let explanation = RuleExplanation(
    meaning: """
      A task was gone or `done` before the server had answered with an unambiguous success. If \
      that send was not recorded, the operation is lost, and nobody sees it.
      """,
    example: [
      "Operation A is sent.",
      "The connection is reset before the response.",
      "The client lists A as `done`, though nothing is known of it.",
    ],
    remedies: [
      .init(
        cause: "the task is removed when it is sent",
        fix: "remove it after a complete success response for it was read"),
      .init(
        cause: "a timeout or a closed connection counts as sent",
        fix: "keep the task and retry under its key"),
      .init(
        cause: "the tap was acknowledged before the task was on disk",
        fix: "acknowledge after the transaction is committed"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.prematureEndings.compactMap { ending in
      guard case .unanswered(let last) = ending.kind else { return nil }
      let how = ending.isGone ? "gone from the client's list" : "listed as `done`"
      let proof = [
        ending.operation.acknowledgement, last?.outcome?.position, ending.listing.position,
      ]
      return finding(
        ending.operation.name,
        "operation \(ending.operation.name) was \(how) \(cause(ending, last, in: view))",
        proof: proof.compactMap(\.self))
    }
  }

  private static func cause(
    _ ending: PrematureEnding, _ last: ObservedSend?, in view: HistoryView
  ) -> Message {
    if let previousLaunch = ending.previousLaunch, ending.isGone {
      let end = Wording.end(of: previousLaunch, okExit: view.terms.okExit)
      return
        "after \(previousLaunch.number) \(end) and the client was launched again, though no success"
        + " had been delivered: it was not durable when it was acknowledged, or was dropped at"
        + " the launch"
    }
    guard let last else {
      return "although no send of it had been answered: a task may be removed after a success was"
        + " read, not when it is sent"
    }
    return "after \(Wording.outcome(of: last)), before any success had been delivered:"
      + " the outcome is unknown, so the task must stay"
  }
}
