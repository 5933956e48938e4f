// Owns: `ability-denied`.

import AcceptanceModel

/// A client that leaves an ability out of `can` is not asked for it. Whether a clock that was set
/// is respected, or a record damaged, can't be seen: a client that needs neither is right.
package enum AbilityDenied: Rule {
  package static let code = FindingCode("ability-denied")
  package static let summary =
    "The client declared an ability and does not have it."
  package static let likelyCause = "`can` promises what was never built."

  package static let explanation = RuleExplanation(
    meaning: """
      The client named an ability in `can` and then said that it doesn't have it. Scenarios that \
      need an ability which is not declared are skipped; one that is declared is tested.
      """,
    example: [
      "The client answers `hello` with `\"can\":[\"submit\",\"tasks\",\"retry\"]`.",
      "The runner writes `retry`.",
      "The client answers that it doesn't support the command.",
    ],
    remedies: [
      .init(
        cause: "`can` was copied from an example",
        fix: "leave the ability out; scenarios that need it are skipped with the reason"),
      .init(
        cause: "`token` is declared, but ACCEPTANCE_TOKEN is not read",
        fix: "send its value as a bearer token, or leave `token` out"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    (refusal(in: view) ?? credential(in: view)).map { [$0] } ?? []
  }

  private static func refusal(in view: HistoryView) -> Finding? {
    for entry in view.entries {
      guard case .client(.abilityDenied(let launch, let command)) = entry.observation else {
        continue
      }
      let greeting = view.launch(launch)?.greeting?.position
      return finding(
        nil,
        "\(launch) of the client declares `\(command: command)` in its greeting and then answers that it"
          + " does not support it: leave it out of `can`, and scenarios that need it are skipped",
        proof: [greeting, HistoryPosition(entry)].compactMap(\.self))
    }
    return nil
  }

  /// Judged where every process that may have sent it declares `token`.
  private static func credential(in view: HistoryView) -> Finding? {
    guard view.terms.givesToken else { return nil }
    let bare = view.sends.first { send in
      let senders = view.possibleSenders(of: send)
      return !send.facts.hasCredential && !senders.isEmpty && senders.allSatisfy(declaresToken)
    }
    guard let bare, let name = bare.facts.attribution.operation else { return nil }
    return finding(
      nil,
      "the client declares `token` in its greeting, and operation \(name)'s"
        + " \(Wording.ordinal(bare.facts.sendOfOperation)) send carries no credential, though"
        + " ACCEPTANCE_TOKEN was set: send its value, or leave `token` out of `can`",
      proof: [bare.position])
  }

  private static func declaresToken(_ launch: ObservedLaunch) -> Bool {
    guard case .ok(let can, _) = launch.greeting?.outcome else { return false }
    return can.contains("token")
  }
}
