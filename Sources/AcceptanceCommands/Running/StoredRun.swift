// Owns: a run read back from its evidence, ready for judge and reporters.

import Evidence
import Judge
import Reporting

struct StoredRun {
  let evidence: StoredEvidence

  static func read(_ folder: String) throws(EvidenceError) -> StoredRun {
    StoredRun(evidence: try StoredEvidence.read(folder))
  }

  var report: RedactedReport {
    var report = RedactedReport(
      run: evidence.run, scenarios: evidence.scenarios, evidence: EvidenceSummary(evidence),
      options: ReportOptions(
        command: evidence.plan.command.text,
        ruleCodes: RuleCatalog.all.map { $0.code.text },
        explanations: RuleCatalog.explainedCodes))
    // A run that was killed had not searched yet, and its own report says so.
    report.leaks = evidence.search.map { LeakState($0) } ?? (evidence.hasEnded ? nil : .pending)
    return report
  }
}
