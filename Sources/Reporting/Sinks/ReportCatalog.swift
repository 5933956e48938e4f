import Evidence

/// The reports that there are. `run`, `report` and `merge`, their options and the results folder's
/// layout are derived from it.
package struct ReportCatalog: Sendable {
  package var sinks: [any ResultSink]

  package init(_ sinks: [any ResultSink]) {
    precondition(
      Set(sinks.map { $0.name }).count == sinks.count,
      "two reports of one name: \(sinks.map { $0.name })")
    self.sinks = sinks
  }

  package static let standard = ReportCatalog([
    JUnitSink(),
    EvidenceSink(),
    HTMLReporter(),
    ConsoleReporter(),
    AnnotationSink(),
    JobSummary(),
  ])

  /// Options that decide on forms.
  package var options: [ReportOption] { sinks.flatMap { $0.options } }

  /// Options that give a report a place of its own.
  package var destinations: [ReportOption] { sinks.compactMap { $0.destination } }

  /// The names of all files that reports have in a results folder.
  var fileNames: [String] { sinks.compactMap { $0 as? any FileSink }.flatMap { $0.fileNames } }

  /// The reports of one run.
  package func configured(by setup: SinkSetup) throws(ReportOptionError) -> ReportSinks {
    var configured: [any ResultSink] = []
    for sink in sinks {
      if let sink = try sink.configured(by: setup) { configured.append(sink) }
    }
    return ReportSinks(catalog: self, all: configured)
  }
}

/// The reports of one run, configured.
package struct ReportSinks: Sendable {
  let catalog: ReportCatalog
  private let all: [any ResultSink]

  init(catalog: ReportCatalog, all: [any ResultSink]) {
    self.catalog = catalog
    self.all = all
  }

  /// Those of the standard catalogue in their standard form.
  package static let standard = ReportSinks(
    catalog: .standard,
    all: ReportCatalog.standard.sinks.filter { $0 is any FileSink || $0 is EvidenceSink })

  var files: [any FileSink] { all.compactMap { $0 as? any FileSink } }

  var evidence: EvidenceSink? { all.lazy.compactMap { $0 as? EvidenceSink }.first }

  package var log: LogSinks { LogSinks(all.compactMap { $0 as? any LogSink }) }

  /// Where each has its main file, or its folder, in a results folder, by the sinks' names.
  func paths(in folder: String) -> [String: String] {
    var paths: [String: String] = [:]
    for sink in files { paths[sink.name] = FilePath(folder).child(sink.mainFileName) }
    if let evidence { paths[evidence.name] = FilePath(folder).child(ResultsLayout.evidenceName) }
    return paths
  }

  /// One for each report that has a path, in the catalogue's order.
  func places(
    _ paths: [String: String], _ evidence: EvidenceSummary
  ) -> [ReportSummary.Place] {
    all.compactMap { sink in
      paths[sink.name].map { path in
        (sink as? EvidenceSink)?.place(path, evidence)
          ?? ReportSummary.Place(label: sink.label, path: path)
      }
    }
  }

  /// All files of a report whose run has ended.
  package func files(for report: RedactedReport) -> [ReportFile] {
    files.flatMap { sink in
      var sink = sink
      return sink.finish(report)
    }
  }
}

/// The reports that are lines or appended pages, in the order in which they are written.
package struct LogSinks: Sendable {
  private var sinks: [any LogSink]

  init(_ sinks: [any LogSink]) { self.sinks = sinks }

  /// Without those that only a run writes.
  package var repeatable: LogSinks { LogSinks(sinks.filter { $0.isRepeatable }) }

  /// A text for each that has something to say.
  package mutating func render(_ event: RunEvent) -> [String] {
    sinks.indices.compactMap { index in
      let text = sinks[index].render(event)
      return text.isEmpty ? nil : text
    }
  }

  package func pages(_ summary: ReportSummary) -> [AppendedPage] {
    sinks.compactMap { $0.page(summary) }
  }

  /// All that would be written at the end, to be searched for planted secrets before it is.
  package func ending(_ summary: ReportSummary, elapsed: Duration) -> String {
    var copy = self
    return copy.render(.ended(summary, elapsed: elapsed)).joined()
      + pages(summary).map { $0.text($0.byteLimit) }.joined()
  }
}
