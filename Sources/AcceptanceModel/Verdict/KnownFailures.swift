// Owns: what a table's list of known failures makes of a verdict, in one place for all who ask.

extension Verdict {
  /// The verdict under the known failures of its scenario: expected where exactly they were found,
  /// failed where anything else was, or one of them was not. The list must shrink with the bugs; one
  /// that is not kept up hides the next failure of the same kind.
  ///
  /// - Parameter known: The table's whole list.
  package func expecting(_ known: [KnownFailure], of scenario: ScenarioID) -> Verdict {
    let own = known.filter { $0.scenario == scenario }
    guard !own.isEmpty else { return self }
    let findings: [Finding]
    switch self {
    case .passed: findings = []
    case .failed(let found): findings = found
    // The run was inconclusive, so this is too; a decision once made is kept.
    case .notFinished, .flaky, .error, .skipped, .knownFailure: return self
    }
    let codes = Set(findings.map(\.code))
    let stale = own.filter { !codes.contains($0.code) }.map { failure in
      Finding(
        code: .knownFailureStale, operation: nil,
        sentence: "the table knows \(failure.code) here, but it was not found; take it off"
          + " knownFailures",
        proof: [])
    }
    guard stale.isEmpty, codes.isSubset(of: Set(own.map(\.code))) else {
      return .failed(findings + stale)
    }
    var reasons: [String] = []
    for failure in own where !reasons.contains(failure.reason) { reasons.append(failure.reason) }
    return .knownFailure(findings, reason: reasons.joined(separator: "; "))
  }
}
