import Evidence

/// `junit.xml`, true at every instant: what has not ended is in it as an error, so a run that is
/// killed leaves a valid, complete, failing report.
package struct JUnitSink: FileSink {
  package let name = "junit"
  package let title = "JUnit report"
  package let fileNames = [Self.fileName]

  package static let fileName = "junit.xml"
  private static let dialectOption = "--junit-dialect"
  private static let attachmentOption = "--attachment-base"

  private let dialects: [JUnitDialect]
  private var form: JUnitOptions
  private var progress: IncrementalJUnitReport?

  /// - Parameter dialects: Those that can be asked for; the first is the default.
  package init(dialects: [JUnitDialect] = JUnitDialect.all) {
    precondition(!dialects.isEmpty, "no JUnit dialect")
    self.dialects = dialects
    form = JUnitOptions(dialect: dialects[0])
  }

  package var options: [ReportOption] {
    [
      ReportOption(
        name: Self.dialectOption, placeholder: dialects.map(\.name).joined(separator: "|"),
        summary: "which reader the JUnit report is for"),
      ReportOption(
        name: Self.attachmentOption, placeholder: "PATH",
        summary: "path prefix for Jenkins' [[ATTACHMENT|path]] lines"),
    ]
  }

  package func configured(by setup: SinkSetup) throws(ReportOptionError) -> JUnitSink? {
    var copy = self
    copy.form.attachmentBase = setup.choices[Self.attachmentOption]
    guard let word = setup.choices[Self.dialectOption] else { return copy }
    guard let dialect = dialects.first(where: { $0.name == word }) else {
      throw ReportOptionError(Self.dialectOption, found: word, accepted: dialects.map(\.name))
    }
    copy.form.dialect = dialect
    return copy
  }

  package mutating func begin(_ report: RedactedReport) -> [ReportFile] {
    let progress = IncrementalJUnitReport(report, options: form)
    self.progress = progress
    return [file(progress.document(report.evidence))]
  }

  package mutating func began(_ scenario: RedactedScenario) {
    // Written with the next scenario that ends: a begun one fails the report in either wording.
    progress?.note(scenario)
  }

  package mutating func ended(
    _ scenario: RedactedScenario, _ evidence: EvidenceSummary
  ) -> [ReportFile] {
    progress?.note(scenario, evidence: evidence.files[scenario.ordinal])
    return progress.map { [file($0.document(evidence))] } ?? []
  }

  package func finish(_ report: RedactedReport) -> [ReportFile] {
    [file(JUnitReporter.document(for: report, options: form))]
  }

  package func searched(_ report: RedactedReport) -> [ReportFile] { finish(report) }

  private func file(_ document: String) -> ReportFile {
    ReportFile(name: Self.fileName, bytes: Array(document.utf8))
  }
}
