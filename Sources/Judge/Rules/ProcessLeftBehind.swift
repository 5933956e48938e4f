// Owns: `process-left-behind`.

import AcceptanceModel

package enum ProcessLeftBehind: Rule {
  package static let code = FindingCode("process-left-behind")
  package static let summary =
    "Something of the client's was still alive after its scenario."
  package static let likelyCause =
    "A helper is started in a session of its own, and nobody ends it."
  package static let certainty = Certainty.unlessLate

  package static func findings(in reading: Reading) -> [Finding] {
    for entry in reading.entries {
      guard case .client(.leftBehind(let count)) = entry.observation, count > 0 else { continue }
      return [
        finding(
          nil,
          "\(Wording.count(count, "process")) of the client's \(count == 1 ? "was" : "were") still"
            + " alive after the scenario's end and had to be killed",
          proof: [Moment(entry)])
      ]
    }
    return []
  }
}
