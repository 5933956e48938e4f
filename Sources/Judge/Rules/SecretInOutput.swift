// Owns: `secret-in-output`.

import AcceptanceModel

package enum SecretInOutput: Rule {
  package static let code = FindingCode("secret-in-output")
  package static let summary =
    "A planted secret stood in the client's stdout, stderr or task list."
  package static let likelyCause =
    "Headers or answers are logged whole, or a diagnosis quotes them."
  package static let certainty = Certainty.onceSeen

  package static func findings(in reading: Reading) -> [Finding] {
    var channels: [OutputChannel] = []
    var proof: [Moment] = []
    for entry in reading.entries {
      guard case .client(.secretSeen(_, let channel)) = entry.observation else { continue }
      if !channels.contains(channel) { channels.append(channel) }
      proof.append(Moment(entry))
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
        "the secret that this scenario planted stood in the client's \(Wording.list(places)):"
          + " what is written there ends up in logs",
        proof: proof)
    ]
  }
}
