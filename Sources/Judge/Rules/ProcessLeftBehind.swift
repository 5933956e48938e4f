// Owns: `process-left-behind`.

import AcceptanceModel

package enum ProcessLeftBehind: Rule {
  package static let code = FindingCode("process-left-behind")
  package static let summary =
    "Something of the client's was still alive after its scenario."
  package static let likelyCause =
    "A helper is started in a session of its own, and is never ended."
  package static let certainty = Certainty.unlessLate
  package static let followsFrom = [ClientCrashed.code]

  package static let explanation = RuleExplanation(
    meaning: """
      A process that the client had started was still running after the client had ended and \
      `quitMs` were over. On a user's machine it would go on sending, or hold the store's lock.
      """,
    example: [
      "The client starts a helper in a session of its own.",
      "The client quits.",
      "The helper runs on.",
    ],
    remedies: [
      .init(
        cause: "helpers are started detached",
        fix: "end them when the client ends, e.g. by a pipe that they read"),
      .init(
        cause: "the helper needs longer",
        fix: "state `quitMs` in `hello`"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    for entry in view.entries {
      guard case .client(.leftBehind(let count)) = entry.observation, count > 0 else { continue }
      return [
        finding(
          nil,
          "\(Wording.count(count, "process")) of the client's \(count == 1 ? "was" : "were") still"
            + " running after the client had ended and"
            + " \(Wording.duration(view.terms.limits.quit)) (`quitMs`) were over: end helpers with"
            + " the client",
          proof: [HistoryPosition(entry)])
      ]
    }
    return []
  }
}
