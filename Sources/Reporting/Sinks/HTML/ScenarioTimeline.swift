import AcceptanceModel
import Evidence

extension Timeline {
  /// The scenario's, with the findings that its events prove.
  package init(_ scenario: RedactedScenario) {
    var proofs: [Int: [String]] = [:]
    if case .failed(let findings) = scenario.verdict {
      for finding in findings {
        for entry in Set(finding.proof) { proofs[entry, default: []].append(finding.code.text) }
      }
    }
    self.init(
      scenario.history, faultKinds: scenario.faultKinds.map(\.text), proofs: proofs)
  }
}
