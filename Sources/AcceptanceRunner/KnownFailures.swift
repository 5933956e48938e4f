// Owns: that a known failure which does not happen any more is a finding of its own.
// Does not own: how an expected failure is reported (Redactor).

import AcceptanceModel

package enum KnownFailures {
  /// The report, with a finding for each known failure of its scenario that was not found: the
  /// list must shrink with the bugs. An expected failure stays as it is.
  package static func apply(
    _ known: [KnownFailure], to report: ScenarioReport
  ) -> ScenarioReport {
    let own = known.filter { $0.scenario == report.id }
    guard !own.isEmpty else { return report }
    let findings: [Finding]
    switch report.verdict {
    case .passed: findings = []
    case .failed(let found): findings = found
    case .notFinished, .error, .skipped: return report
    }
    let codes = Set(findings.map(\.code))
    let stale = own.filter { !codes.contains($0.code) }.map { failure in
      Finding(
        code: .knownFailureStale, operation: nil,
        sentence: "the table knows \(failure.code) here, but it was not found; take it off "
          + "knownFailures",
        proof: [])
    }
    guard !stale.isEmpty else { return report }
    var report = report
    report.verdict = .failed(findings + stale)
    return report
  }
}
