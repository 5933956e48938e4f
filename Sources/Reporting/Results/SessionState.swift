import AcceptanceModel
import Evidence
import SecretSearch

/// What a session knows at one moment, and the writing of it. One caller at a time.
struct SessionState: Sendable {
  private let selected: [ScenarioID]
  private let plan: EvidencePlan
  private var scenarios: [RedactedScenario]
  /// Of each scenario, by ordinal.
  private let indices: [Int: Int]
  private var ended: Set<Int> = []
  private var isComplete = false
  private let sinks: ReportSinks
  /// The reports that are written, each with its place.
  private var placed: [PlacedSink] = []
  private var evidence: EvidenceFolder?
  private var locks: [OpenFile] = []
  private var files: (any FileAccess)?
  private let options: ReportOptions
  private var scanner: SecretScanner
  private var consoleHit: SecretScanner.Hit?
  private(set) var leaks: LeakState?

  private struct PlacedSink: Sendable {
    var sink: any FileSink
    /// Of its main file.
    let path: String
    /// Of all files that it has written.
    var written: [String] = []
  }

  init(
    selected: [Scenario], plan: EvidencePlan, sinks: ReportSinks, options: ReportOptions,
    scanner: SecretScanner, isSearched: Bool
  ) {
    self.scanner = scanner
    leaks = isSearched || scanner.isArmed ? .pending : nil
    self.options = options
    self.sinks = sinks
    self.selected = selected.map(\.id)
    self.plan = plan
    scenarios = plan.scenarios
    indices = plan.scenarios.indexByOrdinal
  }

  // MARK: - Beginning

  mutating func open(
    _ wanted: Destinations, run: RedactedRun, files: any FileAccess
  ) throws(ReportError) {
    self.files = files
    do throws(ReportError) {
      try openEvidence(wanted, run, files)
      var report = report(run)
      report.evidence = EvidenceSummary()
      var beginnings = sinks.files.map { sink in
        var sink = sink
        let first = sink.begin(report)
        return Beginning(sink: sink, files: first)
      }
      if let folder = wanted.results {
        try openResults(at: folder, wanted, &beginnings, run, files)
      }
      for beginning in beginnings {
        guard let path = wanted.own[beginning.sink.name] else { continue }
        try Self.checkPlace(of: path, files)
        placed.append(PlacedSink(sink: beginning.sink, path: path))
        try write(beginning.files, at: placed.count - 1, files)
      }
    } catch {
      releaseLocks()
      throw error
    }
  }

  /// A report with what is written of it before the first scenario.
  private struct Beginning {
    let sink: any FileSink
    let files: [ReportFile]
  }

  private mutating func openResults(
    at path: String, _ wanted: Destinations, _ beginnings: inout [Beginning], _ run: RedactedRun,
    _ files: any FileAccess
  ) throws(ReportError) {
    let own = beginnings.filter { wanted.own[$0.sink.name] == nil }
    beginnings.removeAll { wanted.own[$0.sink.name] == nil }
    let first = own.flatMap(\.files)
    let sink = evidence == nil ? sinks.evidence : nil
    let plan = plan
    let folder = try OwnedFolder.replace(
      path, runName: run.shortName,
      ResultsLayout(sinks.catalog, firstNames: first.map(\.name)), files,
      first: { (folder: String) throws(ReportError) in
        for file in first { try Self.write(file, to: FilePath(folder).child(file.name), files) }
      },
      rest: { (folder: String) throws(ReportError) in
        guard let sink else { return }
        let path = FilePath(folder).child(ResultsLayout.evidenceName)
        do throws(FileError) { try files.makeFolder(path) } catch { throw .unwritable(error) }
        try sink.begin(plan, in: path, run, files)
      })
    locks.append(folder.lock)
    for beginning in own {
      let name = beginning.sink.mainFileName
      placed.append(
        PlacedSink(
          sink: beginning.sink, path: FilePath(folder.path).child(name),
          written: beginning.files.map { FilePath(folder.path).child($0.name) }))
    }
    if sink != nil {
      let path = FilePath(folder.path).child(ResultsLayout.evidenceName)
      evidence = EvidenceFolder(path: path, run: run, files: files)
    }
  }

  private mutating func openEvidence(
    _ wanted: Destinations, _ run: RedactedRun, _ files: any FileAccess
  ) throws(ReportError) {
    guard let sink = sinks.evidence, let path = wanted.own[sink.name] else { return }
    let plan = plan
    let folder = try OwnedFolder.replace(
      path, runName: run.shortName, ResultsLayout(sinks.catalog), files,
      first: { (_: String) throws(ReportError) in },
      rest: { (folder: String) throws(ReportError) in
        try sink.begin(plan, in: folder, run, files)
      })
    locks.append(folder.lock)
    evidence = EvidenceFolder(path: folder.path, run: run, files: files)
  }

  private static func checkPlace(
    of path: String, _ files: any FileAccess
  ) throws(ReportError) {
    do throws(FileError) {
      try FolderTree.makeParents(of: path, files)
      if try files.kind(of: path, followingLinks: true) == .folder {
        throw FileError(path: path, cause: .isAFolder)
      }
    } catch {
      throw .unwritable(error)
    }
  }

  // MARK: - Writing

  /// Durable on return.
  private mutating func write(
    _ reports: [ReportFile], at position: Int, _ files: any FileAccess
  ) throws(ReportError) {
    let main = placed[position].sink.mainFileName
    for report in reports {
      let path = placed[position].path
      let target = report.name == main ? path : FilePath(path).sibling(report.name)
      try Self.write(report, to: target, files)
      if !placed[position].written.contains(target) { placed[position].written.append(target) }
    }
  }

  private static func write(
    _ report: ReportFile, to path: String, _ files: any FileAccess
  ) throws(ReportError) {
    do throws(FileError) {
      try AtomicFile.replace(path, with: report.bytes, files)
    } catch {
      throw .unwritable(error)
    }
  }

  private func report(_ run: RedactedRun) -> RedactedReport {
    var report = RedactedReport(
      run: run, scenarios: scenarios, evidence: evidenceSummary, options: options)
    report.leaks = leaks
    return report
  }

  // MARK: - Going on

  mutating func plant(_ secrets: [PlantedSecret]) { scanner.plant(secrets) }

  mutating func shown(_ text: String) -> String {
    guard let hit = scanner.search(Array(text.utf8)).first else { return text }
    consoleHit = consoleHit ?? hit
    return "acceptance: what was to be written here is withheld: it held a planted secret\n"
  }

  mutating func began(_ id: ScenarioID) {
    guard let index = nextIndex(of: id) else { return }
    scenarios[index].markBegun()
    for position in placed.indices { placed[position].sink.began(scenarios[index]) }
  }

  /// The ordinal under which the next end of this scenario is written.
  func ordinal(for id: ScenarioID) throws(ReportError) -> Int {
    guard let index = nextIndex(of: id) else { throw .notSelected(id) }
    return scenarios[index].ordinal
  }

  mutating func end(_ scenario: RedactedScenario) throws(ReportError) {
    guard let index = indices[scenario.ordinal] else {
      throw .notSelected(ScenarioID(scenario.id.text))
    }
    scenarios[index] = scenario
    ended.insert(index)
    do throws(EvidenceError) {
      _ = try evidence?.write(scenario)
    } catch {
      throw .evidence(error)
    }
    guard let files else { return }
    let evidence = evidenceSummary
    for position in placed.indices {
      try write(placed[position].sink.ended(scenario, evidence), at: position, files)
    }
  }

  private func nextIndex(of id: ScenarioID) -> Int? {
    selected.indices.first { selected[$0] == id && !ended.contains($0) }
  }

  private var evidenceSummary: EvidenceSummary {
    evidence.map(EvidenceSummary.init) ?? EvidenceSummary()
  }

  // MARK: - Ending

  /// Makes everything final but what the search for secrets will say.
  mutating func closeReports(_ run: RedactedRun, interrupted: Bool) throws(ReportError) {
    isComplete = !interrupted && ended.count == scenarios.count
    // With a search, its last files are written when they have been searched.
    if leaks == nil { try finishEvidence(search: nil) }
    guard let files else { return }
    let report = report(run)
    for position in placed.indices {
      try write(placed[position].sink.finish(report), at: position, files)
    }
  }

  private func finishEvidence(search: EvidenceSearch?) throws(ReportError) {
    do throws(EvidenceError) {
      try evidence?.finish(plan, complete: isComplete, search: search)
    } catch {
      throw .evidence(error)
    }
  }

  /// The last look, and the end of the session: the report that says what was found is written last.
  ///
  /// - Parameter word: Makes a word for evidence of an artefact's name.
  mutating func search(
    _ run: RedactedRun, console: [UInt8], _ word: (String) -> TableText
  ) throws(ReportError) {
    defer { releaseLocks() }
    guard leaks != nil, let files else { return }
    let check = ArtifactScan(scanner: scanner, runName: run.shortName, files: files)
    let closing = evidence?.closing(plan, complete: isComplete) ?? []
    let found = try check.run(
      artefacts: artefacts, unwritten: closing, console: console, consoleHit: consoleHit)
    leaks = found
    // What would hold a secret is not written at all: the evidence ends early then.
    if !closing.contains(where: { found.artefacts.contains($0.name) }) {
      try finishEvidence(search: found.search(secretCount: scanner.secretCount, word))
    }
    let whole = report(run)
    for position in placed.indices {
      var report = whole
      // Where the report itself held a secret, nothing is kept of it but that.
      let names = placed[position].written.map { FilePath($0).name }
      if names.contains(where: found.artefacts.contains) { report.scenarios = [] }
      try write(placed[position].sink.searched(report), at: position, files)
    }
  }

  private var artefacts: [String] {
    var paths = placed.flatMap(\.written)
    if let evidence {
      let folder = FilePath(evidence.path)
      paths += evidence.written.values.map { folder.child($0.name) }.sorted()
      paths.append(folder.child(EvidenceFolder.manifestName))
    }
    return paths
  }

  func summary(of run: RedactedRun, interrupted: Bool) -> ReportSummary {
    var paths = Dictionary(
      uniqueKeysWithValues: placed.filter { !$0.written.isEmpty }.map { ($0.sink.name, $0.path) })
    if let sink = sinks.evidence { paths[sink.name] = evidence?.path }
    return ReportSummary(
      report: report(run), places: sinks.places(paths, evidenceSummary), isInterrupted: interrupted)
  }

  private mutating func releaseLocks() {
    for lock in locks { files?.close(lock) }
    locks = []
  }
}

extension [RedactedScenario] {
  var indexByOrdinal: [Int: Int] {
    Dictionary(uniqueKeysWithValues: enumerated().map { ($0.element.ordinal, $0.offset) })
  }
}

extension RedactedRun {
  /// Enough of the run's id to distinguish its staging folder from another's.
  var shortName: String { String(id.hex.prefix(12)) }
}
