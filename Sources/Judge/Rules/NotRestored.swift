// Owns: `not-restored`.

import AcceptanceModel

package enum NotRestored: Rule {
  package static let code = FindingCode("not-restored")
  package static let summary = "After a relaunch, nothing of a pending operation was sent."

  package static func findings(in reading: Reading) -> [Finding] {
    reading.standstills.compactMap { standstill in
      guard case .notRestored(let launch) = standstill.kind else { return nil }
      let name = standstill.operation.name
      let proof = [launch.began, standstill.wait.moment]
      return finding(
        name,
        "nothing of operation \(name) was sent since \(launch.number) began, in"
          + " \(Wording.milliseconds(standstill.wait.waited)) of waiting: the client does not take up what an earlier launch left pending",
        proof: proof)
    }
  }
}
