// Owns: `client-crashed`.

import AcceptanceModel

package enum ClientCrashed: Rule {
  package static let code = FindingCode("client-crashed")
  package static let summary =
    "The client ended by a signal or a non-zero status that the runner did not cause."
  package static let likelyCause =
    "An answer or a stored record that the client did not expect is not handled."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      The client ended by a signal or with a non-zero status that the runner had not caused. A \
      crash during delivery is how operations are lost or sent twice.
      """,
    example: [
      "The user creates operation A.",
      "The response is cut inside its headers.",
      """
      The client's HTTP library throws; nothing catches it, and the process ends with status \
      1.
      """,
    ],
    remedies: [
      .init(
        cause: "a malformed response raises an exception",
        fix: "treat every exception of a send as an unknown outcome, keep the task and retry"),
      .init(
        cause: "a stored record that can't be read ends the process",
        fix: "skip that record, report it as stopped, go on with the others"),
      .init(
        cause: "the client exits with its own status on purpose",
        fix: "name that status in `okExit`"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    let crashed = view.launches.filter {
      $0.endCause(okExit: view.terms.okExit) == .crashed
    }
    guard let first = crashed.first, let end = first.end else { return [] }
    let more =
      crashed.count > 1 ? "; \(Wording.count(crashed.count - 1, "later launch")) crashed too" : ""
    return [
      finding(
        nil,
        "\(first.number) of the client ended \(Wording.exit(end.exit)), which the runner did not cause,"
          + " \(when(first, end, in: view))\(more)",
        proof: crashed.compactMap(\.end?.position))
    ]
  }

  /// The last thing that became of a send: a crash often follows an answer that is malformed.
  private static func when(
    _ launch: ObservedLaunch, _ end: ObservedLaunch.End, in view: HistoryView
  ) -> Message {
    let since = Wording.duration(end.position.at - launch.began.at)
    let last = view.sends.last { send in
      launch.began < send.position && send.hasOutcome(before: end.position)
    }
    guard let last, let name = last.facts.attribution.operation else {
      return "\(since) after its start; run it with --show-output to see what it printed"
    }
    return "\(since) after its start, when operation \(name) had got \(Wording.outcome(of: last));"
      + " run it with --show-output to see what it printed"
  }
}
