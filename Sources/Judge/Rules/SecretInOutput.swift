// Owns: `secret-in-output`.

import AcceptanceModel

package enum SecretInOutput: Rule {
  package static let code = FindingCode("secret-in-output")
  package static let summary =
    "A planted secret stood in the client's stdout, stderr or task list."
  package static let likelyCause =
    "Headers or answers are logged whole, or a diagnosis quotes them."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      The runner plants random secrets in credentials and in the fields that the table calls \
      sensitive. One of them appeared in what the client wrote. Whatever is written there ends \
      up in log files, crash reports and screenshots.
      """,
    example: [
      "The user creates operation A; its field `note` holds a planted secret.",
      "The server answers 503.",
      "The client logs the failed request, body included, on stderr.",
    ],
    remedies: [
      .init(
        cause: "requests or responses are logged whole",
        fix: "log the task's name, the status and the size; never headers or bodies"),
      .init(
        cause: "a diagnosis quotes the body or the server's text",
        fix: "build the diagnosis from the status and your own words"),
      .init(
        cause: "the HTTP library's debug output is on",
        fix: "turn it off in builds that users get"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    var channels: [OutputChannel] = []
    var proof: [HistoryPosition] = []
    for entry in view.entries {
      guard case .client(.secretSeen(_, let channel)) = entry.observation else { continue }
      if !channels.contains(channel) { channels.append(channel) }
      proof.append(HistoryPosition(entry))
    }
    guard !channels.isEmpty else { return [] }
    let places = channels.map { channel in
      switch channel {
      case .stdout: "stdout"
      case .stderr: "stderr"
      case .taskList: "task list"
      }
    }
    return [
      finding(
        nil,
        "a secret that this scenario planted appeared in the client's \(Wording.list(places)):"
          + " what is written there ends up in logs; log names and statuses only",
        proof: proof)
    ]
  }
}
