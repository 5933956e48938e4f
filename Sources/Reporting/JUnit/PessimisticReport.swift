// Owns: a JUnit file that is true at every instant: what has not ended stands in it as an error, so
// a run that is killed leaves a valid, complete, failing report.

import Evidence

struct PessimisticReport: Sendable {
  private let run: RedactedRun
  let path: String
  private let files: any FileAccess
  private let groups: [JUnitGroup]
  private var scenarios: [RedactedScenario]
  /// Of each scenario, by ordinal.
  private let indices: [Int: Int]
  /// The group of each scenario, by its place.
  private let places: [Int: Int]
  /// Rendered and counted once each: the whole file is written again after every scenario.
  private var cases: [JUnitCase]
  private var facts: [GroupFacts]
  private var evidence: [Int: EvidenceFolder.FileFacts] = [:]
  private let options: JUnitOptions
  /// `nil` where no secret was planted.
  private var leaks: LeakState?

  /// - Parameter scenarios: All that were selected, none of them ended.
  init(
    run: RedactedRun, scenarios: [RedactedScenario], path: String, options: JUnitOptions,
    leaks: LeakState?, files: any FileAccess
  ) {
    self.leaks = leaks
    self.options = options
    self.run = run
    self.path = path
    self.files = files
    self.scenarios = scenarios
    indices = scenarios.indexByOrdinal
    groups = JUnitGroup.groups(of: scenarios, options.dialect)
    var places: [Int: Int] = [:]
    for (place, group) in groups.enumerated() {
      for member in group.members { places[member] = place }
    }
    self.places = places
    facts = groups.map { GroupFacts($0, scenarios) }
    cases = groups.map { group in
      JUnitCase(
        group.members.map { scenarios[$0] }, name: group.name, run: run, options: options,
        evidence: [:])
    }
  }

  /// Takes the new state of one scenario, for the next writing.
  mutating func note(_ scenario: RedactedScenario, evidence: EvidenceFolder.FileFacts? = nil) {
    guard let index = indices[scenario.ordinal] else { return }
    scenarios[index] = scenario
    self.evidence[scenario.ordinal] = evidence
    guard let place = places[index] else { return }
    facts[place] = GroupFacts(groups[place], scenarios)
    cases[place] = JUnitCase(
      groups[place].members.map { scenarios[$0] }, name: groups[place].name, run: run,
      options: options, evidence: self.evidence)
  }

  /// Takes what the search found. Where the report itself held a secret, nothing stays of it but
  /// that.
  mutating func note(_ leaks: LeakState, isItself: Bool) {
    self.leaks = leaks
    if isItself {
      cases = []
      scenarios = []
      facts = []
    }
  }

  /// Durable on return.
  mutating func write(_ evidence: EvidenceSummary) throws(ReportError) {
    var suite = SuiteFacts(facts)
    suite.note(evidence)
    let document = JUnitReporter.document(
      run: run, cases: cases, leaks: leaks, facts: suite, options: options)
    do throws(FileError) {
      try AtomicFile.replace(path, with: Array(document.utf8), files)
    } catch {
      throw .unwritable(error)
    }
  }
}
