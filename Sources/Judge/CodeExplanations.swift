import AcceptanceModel

extension RuleCatalog {
  /// Every code that a report can hold, in the order in which findings are reported.
  package static let explainedCodes =
    all.map {
      ExplainedCode(code: $0.code, summary: $0.summary.text, explanation: $0.explanation)
    } + [abilityMissing, knownFailureStale]

  private static let abilityMissing = ExplainedCode(
    code: .abilityMissing, summary: "The client lacks an ability that the run requires.",
    explanation: RuleExplanation(
      meaning: """
        With `--require-all` a scenario that the client can't take part in is a failure. Without the \
        option it is skipped, with the reason.
        """,
      example: [
        "The scenario damages a stored record, for which a client needs the ability `damage`.",
        "The client leaves `damage` out of `can`.",
      ],
      remedies: [
        .init(cause: "the ability was not built", fix: "build it, and name it in `can`"),
        .init(
          cause: "the client need not have it", fix: "leave the scenario or `--require-all` out"),
      ]))

  private static let knownFailureStale = ExplainedCode(
    code: .knownFailureStale,
    summary: "The table's `knownFailures` lists a failure that did not happen.",
    explanation: RuleExplanation(
      meaning: """
        `knownFailures` must shrink with the bugs: an entry that is no longer true would hide the \
        next failure of the same kind.
        """,
      example: [
        "`knownFailures` lists `key-changed` for the scenario `relaunch`.",
        "The bug was fixed, and the scenario passes.",
      ],
      remedies: [
        .init(cause: "the bug was fixed", fix: "remove the entry"),
        .init(cause: "it now fails in another way", fix: "correct the entry's code"),
      ]))
}
