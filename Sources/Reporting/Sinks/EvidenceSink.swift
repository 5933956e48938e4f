import Evidence

/// The evidence of a run, which every other report refers to: a folder, written before them.
package struct EvidenceSink: ResultSink {
  package let name = "evidence"

  package init() {}

  package var destination: ReportOption? {
    ReportOption(name: "--\(name)", placeholder: "DIR", summary: "folder of the evidence")
  }

  /// Puts the first files into a folder that is there.
  func begin(
    _ plan: EvidencePlan, in folder: String, _ run: RedactedRun, _ files: any FileAccess
  ) throws(ReportError) {
    do throws(EvidenceError) {
      try EvidenceFolder(path: folder, run: run, files: files).begin(plan)
    } catch {
      throw .evidence(error)
    }
  }

  /// How the last lines of a run name it.
  func place(_ path: String, _ evidence: EvidenceSummary) -> ReportSummary.Place {
    let count = ConsoleReporter.counted(evidence.lineCount, "line")
    let head = evidence.head.map { ", head \($0.prefix(16))…" } ?? ""
    return ReportSummary.Place(label: label, path: path, note: "/ (\(count)\(head))")
  }
}
