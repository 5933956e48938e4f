import Evidence

/// A JUnit report of a run in progress. Each case is rendered and counted once: the whole document
/// is made again after every scenario.
struct IncrementalJUnitReport: Sendable {
  private let run: RedactedRun
  private let groups: [JUnitGroup]
  private var scenarios: [RedactedScenario]
  /// Of each scenario, by ordinal.
  private let indices: [Int: Int]
  /// The group of each scenario, by its place.
  private let places: [Int: Int]
  private var cases: [JUnitCase]
  private var facts: [GroupFacts]
  private var evidence: [Int: EvidenceFolder.FileFacts] = [:]
  private let options: JUnitOptions
  /// `nil` where no secret was planted.
  private let leaks: LeakState?

  /// - Parameter report: With all scenarios that were selected, none of them ended.
  init(_ report: RedactedReport, options: JUnitOptions) {
    leaks = report.leaks
    self.options = options
    let run = report.run
    let scenarios = report.scenarios
    self.run = run
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

  /// Takes the new state of one scenario, for the next document.
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

  func document(_ evidence: EvidenceSummary) -> String {
    var suite = SuiteFacts(facts)
    suite.note(evidence)
    return JUnitReporter.document(
      run: run, cases: cases, leaks: leaks, facts: suite, options: options)
  }
}
