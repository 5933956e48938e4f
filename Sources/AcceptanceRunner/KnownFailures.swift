// Owns: what a table says it knows to fail: such a failure is expected, and its absence is not.

import AcceptanceModel

package enum KnownFailures {
  /// The code of a known failure that did not happen.
  package static let staleCode = FindingCode("known-failure-stale")

  /// The report with the table's known failures taken into account.
  ///
  /// A scenario that fails by nothing but known codes is skipped with their reasons. One that
  /// passes, or misses one of its known codes, fails: the list must shrink with the bugs.
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
        code: staleCode, operation: nil,
        sentence: "the table knows \(failure.code) here, but it was not found; take it off "
          + "knownFailures",
        proof: [])
    }
    let unknown = findings.filter { finding in !own.contains { $0.code == finding.code } }
    var report = report
    report.verdict =
      stale.isEmpty && unknown.isEmpty
      ? .skipped(reason: "known failure: " + own.map(\.reason).joined(separator: "; "))
      : .failed(unknown + stale)
    return report
  }
}
