// Owns: a results folder made of joined shards: their evidence as it was written, and every report.

import Evidence

package enum MergedResults {
  /// Replaces the folder; only one that a run wrote, or an empty one, is replaced.
  ///
  /// - Returns: What was written; durable on return.
  package static func write(
    _ merge: EvidenceMerge, to folder: String, options: ReportOptions,
    sinks: ReportSinks = .standard, _ files: some FileAccess = SystemFiles()
  ) throws(ReportError) -> ReportSummary {
    let report = Self.report(merge, options: options)
    let reports = sinks.files(for: report)
    let owned = try OwnedFolder.replace(
      folder, runName: merge.run.shortName,
      ResultsLayout(sinks.catalog, firstNames: reports.map(\.name)), files,
      first: { (folder: String) throws(ReportError) in try put(reports, in: folder, files) },
      rest: { (folder: String) throws(ReportError) in
        try writeEvidence(merge, in: FilePath(folder).child(ResultsLayout.evidenceName), files)
      })
    files.close(owned.lock)
    return ReportSummary(
      report: report, places: sinks.places(sinks.paths(in: owned.path), report.evidence),
      isInterrupted: false)
  }

  private static func report(_ merge: EvidenceMerge, options: ReportOptions) -> RedactedReport {
    var report = RedactedReport(
      run: merge.run, scenarios: merge.scenarios,
      evidence: EvidenceSummary(merge.files.mapValues(\.facts)), options: options)
    report.leaks = merge.search.map { LeakState($0) }
    return report
  }

  private static func put(
    _ reports: [ReportFile], in folder: String, _ files: some FileAccess
  ) throws(ReportError) {
    do throws(FileError) {
      for file in reports {
        try AtomicFile.replace(FilePath(folder).child(file.name), with: file.bytes, files)
      }
    } catch {
      throw .unwritable(error)
    }
  }

  private static func writeEvidence(
    _ merge: EvidenceMerge, in path: String, _ files: some FileAccess
  ) throws(ReportError) {
    do throws(FileError) { try files.makeFolder(path) } catch { throw .unwritable(error) }
    var folder = EvidenceFolder(path: path, run: merge.run, files: files)
    do throws(EvidenceError) {
      try folder.begin(merge.plan)
      for (ordinal, file) in merge.files.sorted(by: { $0.key < $1.key }) {
        try folder.adopt(file.bytes, as: file.facts, ordinal: ordinal)
      }
      try folder.finish(merge.plan, complete: true, search: merge.search)
    } catch {
      throw .evidence(error)
    }
  }
}
