// Owns: what a session knows at one moment, and the writing of it. One caller at a time.

import AcceptanceModel
import Evidence
import SecretSearch

struct SessionState: Sendable {
  private let selected: [ScenarioID]
  private let plan: EvidencePlan
  private(set) var scenarios: [RedactedScenario]
  /// Of each scenario, by ordinal.
  private let indices: [Int: Int]
  private var ended: Set<Int> = []
  private var isComplete = false
  private var reports: [PessimisticReport] = []
  private var evidence: EvidenceFolder?
  private var locks: [OpenFile] = []
  private var places: [ReportSummary.Place] = []
  /// Written at the end: until then JUnit's file tells the truth, and a page would be of the past.
  private var page: String?
  private var files: (any FileAccess)?
  private let options: ReportOptions
  private var scanner: SecretScanner
  private var consoleHit: SecretScanner.Hit?
  private(set) var leaks: LeakState?

  init(
    selected: [Scenario], plan: EvidencePlan, options: ReportOptions, scanner: SecretScanner,
    isSearched: Bool
  ) {
    self.scanner = scanner
    leaks = isSearched || scanner.isArmed ? .pending : nil
    self.options = options
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
      if let path = wanted.evidence { try openEvidence(at: path, run, files) }
      if let path = wanted.results {
        try openResults(at: path, wanted, run, files)
      }
      if let path = wanted.junit { try openJUnit(at: path, run, files) }
      if let path = wanted.html {
        try Self.checkPlace(of: path, files)
        page = path
      }
    } catch {
      releaseLocks()
      throw error
    }
  }

  private mutating func openResults(
    at path: String, _ wanted: Destinations, _ run: RedactedRun, _ files: any FileAccess
  ) throws(ReportError) {
    let scenarios = scenarios
    let plan = plan
    let options = options
    let leaks = leaks
    let hasJUnit = wanted.junit == nil
    let hasEvidence = wanted.evidence == nil
    let folder = try OwnedFolder.replace(
      path, runName: run.shortName, files,
      first: { (folder: String) throws(ReportError) in
        guard hasJUnit else { return }
        var report = PessimisticReport(
          run: run, scenarios: scenarios, path: FilePath(folder).child(ResultsLayout.junitName),
          options: options.junit, leaks: leaks,
          files: files)
        try report.write(EvidenceSummary())
      },
      rest: { (folder: String) throws(ReportError) in
        guard hasEvidence else { return }
        let path = FilePath(folder).child(ResultsLayout.evidenceName)
        try Self.makeEvidence(path, run, files, plan)
      })
    locks.append(folder.lock)
    if wanted.html == nil { page = FilePath(folder.path).child(HTMLReporter.pageName) }
    if hasJUnit {
      let path = FilePath(folder.path).child(ResultsLayout.junitName)
      reports.append(
        PessimisticReport(
          run: run, scenarios: scenarios, path: path, options: options.junit,
          leaks: leaks, files: files))
      places.append(.junit(path))
    }
    if hasEvidence {
      let path = FilePath(folder.path).child(ResultsLayout.evidenceName)
      evidence = EvidenceFolder(path: path, run: run, files: files)
      places.append(.evidence(path))
    }
  }

  private mutating func openEvidence(
    at path: String, _ run: RedactedRun, _ files: any FileAccess
  ) throws(ReportError) {
    let plan = plan
    let folder = try OwnedFolder.replace(
      path, runName: run.shortName, files, first: { (_: String) throws(ReportError) in },
      rest: { (folder: String) throws(ReportError) in
        try Self.beginEvidence(folder, run, files, plan)
      })
    locks.append(folder.lock)
    evidence = EvidenceFolder(path: folder.path, run: run, files: files)
    places.append(.evidence(folder.path))
  }

  private mutating func openJUnit(
    at path: String, _ run: RedactedRun, _ files: any FileAccess
  ) throws(ReportError) {
    try Self.checkPlace(of: path, files)
    var report = PessimisticReport(
      run: run, scenarios: scenarios, path: path, options: options.junit, leaks: leaks,
      files: files)
    try report.write(EvidenceSummary())
    reports.append(report)
    places.append(.junit(path))
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

  private static func makeEvidence(
    _ path: String, _ run: RedactedRun, _ files: any FileAccess, _ plan: EvidencePlan
  ) throws(ReportError) {
    do throws(FileError) { try files.makeFolder(path) } catch { throw .unwritable(error) }
    try beginEvidence(path, run, files, plan)
  }

  private static func beginEvidence(
    _ path: String, _ run: RedactedRun, _ files: any FileAccess, _ plan: EvidencePlan
  ) throws(ReportError) {
    do throws(EvidenceError) {
      try EvidenceFolder(path: path, run: run, files: files).begin(plan)
    } catch {
      throw .evidence(error)
    }
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
    // Written with the next scenario that ends: a begun one fails the report in either wording.
    for position in reports.indices { reports[position].note(scenarios[index]) }
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
    var facts: EvidenceFolder.FileFacts?
    do throws(EvidenceError) {
      facts = try evidence?.write(scenario)
    } catch {
      throw .evidence(error)
    }
    for position in reports.indices {
      reports[position].note(scenario, evidence: facts)
      try reports[position].write(evidenceSummary)
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
    for position in reports.indices { try reports[position].write(evidenceSummary) }
    if let page { try writePage(page, run) }
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
    _ run: RedactedRun, console: [UInt8], _ word: (String) -> FileWord
  ) throws(ReportError) {
    defer { releaseLocks() }
    guard leaks != nil, let files else { return }
    let check = LeakCheck(scanner: scanner, runName: run.shortName, files: files)
    let closing = evidence?.closing(plan, complete: isComplete) ?? []
    let found = try check.run(
      artefacts: artefacts, unwritten: closing, console: console, consoleHit: consoleHit)
    leaks = found
    // What would hold a secret is not written at all: the evidence ends early then.
    if !closing.contains(where: { found.artefacts.contains($0.name) }) {
      try finishEvidence(search: found.search(secretCount: scanner.secretCount, word))
    }
    for position in reports.indices {
      let name = FilePath(reports[position].path).name
      reports[position].note(found, isItself: found.artefacts.contains(name))
      try reports[position].write(evidenceSummary)
    }
  }

  private var artefacts: [String] {
    var paths = reports.map(\.path)
    if let page { paths += [page, FilePath(page).sibling(HTMLReporter.styleName)] }
    if let evidence {
      let folder = FilePath(evidence.path)
      paths += evidence.written.values.map { folder.child($0.name) }.sorted()
      paths.append(folder.child(EvidenceFolder.manifestName))
    }
    return paths
  }

  private mutating func writePage(_ path: String, _ run: RedactedRun) throws(ReportError) {
    guard let files else { return }
    let report = RedactedReport(
      run: run, scenarios: scenarios, evidence: evidenceSummary, options: options)
    do throws(FileError) {
      for file in HTMLReporter.files(for: report) {
        let isPage = file.name == HTMLReporter.pageName
        let target = isPage ? path : FilePath(path).sibling(file.name)
        try AtomicFile.replace(target, with: file.bytes, files)
      }
    } catch {
      throw .unwritable(error)
    }
    places.append(.html(path))
  }

  func summary(of run: RedactedRun, interrupted: Bool) -> ReportSummary {
    ReportSummary(
      run: run, counts: VerdictCounts(scenarios.map(\.verdict)), places: places,
      scenarios: scenarios, evidence: evidenceSummary, isInterrupted: interrupted, leaks: leaks)
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
  /// Enough of the run's id to tell its staging folder from another's.
  var shortName: String { String(id.hex.prefix(12)) }
}
