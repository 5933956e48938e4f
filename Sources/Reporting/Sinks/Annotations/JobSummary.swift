// Owns: a page of Markdown for a build server's job summary (GITHUB_STEP_SUMMARY), failures first.

import Evidence

package struct JobSummary: LogSink {
  package let name = "summary"
  private static let pathVariable = "GITHUB_STEP_SUMMARY"

  private let path: String?

  package init(path: String? = nil) { self.path = path }

  /// Where the environment names GitHub's file.
  package func configured(by setup: SinkSetup) throws(ReportOptionError) -> JobSummary? {
    guard try AnnotationSink.renderer(setup) == .github,
      let path = setup.environment[Self.pathVariable], !path.isEmpty
    else { return nil }
    return JobSummary(path: path)
  }

  package func page(_ summary: ReportSummary) -> AppendedPage? {
    path.map { path in
      AppendedPage(
        title: "the job's summary", variable: Self.pathVariable, path: path,
        byteLimit: Self.byteLimit
      ) { Self.markdown(summary.report, byteLimit: $0) }
    }
  }

  /// GitHub drops a summary of 1,048,576 bytes and more whole; this leaves room for other steps'.
  package static let byteLimit = 1_000_000

  /// Below the limit, whatever the number of scenarios; says how many were left out.
  package static func markdown(_ report: RedactedReport, byteLimit: Int = byteLimit) -> String {
    let counts = VerdictCounts(report)
    var text = "## \(HTMLPage.headline(counts))\n\n"
    text += "`\(report.run.table)`, \(ConsoleReporter.counted(counts.all, "scenario"))"
    if let head = report.evidence.head { text += ", evidence head `\(head)`" }
    text += "\n\n"
    if report.run.isReproducible {
      text += "Made with `--reproducible`: without times, and not confidential.\n\n"
    }
    let ordered =
      report.scenarios.filter(\.verdict.needsAttention)
      + report.scenarios.filter { !$0.verdict.needsAttention }
    guard !ordered.isEmpty else { return text }
    text += "| verdict | scenario | what |\n| --- | --- | --- |\n"
    // Room for the last line.
    var size = text.utf8.count + 100
    for (index, scenario) in ordered.enumerated() {
      let row = row(scenario)
      guard size + row.utf8.count < byteLimit else {
        return text + "\n\(ConsoleReporter.counted(ordered.count - index, "more scenario")).\n"
      }
      text += row
      size += row.utf8.count
    }
    return text
  }

  private static func row(_ scenario: RedactedScenario) -> String {
    let verdictSymbol = VerdictSymbol(scenario.verdict)
    let what = Annotation(scenario)?.sentence ?? scenario.title.text
    let cell = EvidenceTable.markdownCell(XMLWriter.shortened(what, to: 2000))
    let again = TryWords.ordinal(of: scenario).map { " (\($0))" } ?? ""
    return
      "| \(verdictSymbol.symbol) \(verdictSymbol.word)\(again) | \(EvidenceTable.markdownCell(scenario.id.text)) "
      + "| \(cell) |\n"
  }
}
