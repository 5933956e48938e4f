// Owns: a JUnit file that is true at every instant: what has not ended stands in it as an error, so
// a run that is killed leaves a valid, complete, failing report.

import Evidence

struct PessimisticReport: Sendable {
  private let run: RedactedRun
  let path: String
  private let files: any FileAccess
  private let names: [String]
  private var scenarios: [RedactedScenario]
  /// Of each scenario, by ordinal.
  private let indices: [Int: Int]
  /// Rendered once each: the whole file is written again after every scenario.
  private var cases: [JUnitCase]
  private let options: JUnitOptions
  private var facts = SuiteFacts()
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
    names = JUnitCase.uniqueNames(scenarios).map(\.name)
    cases = zip(scenarios, names).map { scenario, name in
      JUnitCase(scenario, name: name, run: run, options: options, evidence: nil)
    }
  }

  /// Takes the new state of one scenario, for the next writing.
  mutating func note(_ scenario: RedactedScenario, evidence: EvidenceFolder.FileFacts? = nil) {
    guard let index = indices[scenario.ordinal] else { return }
    scenarios[index] = scenario
    cases[index] = JUnitCase(
      scenario, name: names[index], run: run, options: options, evidence: evidence)
  }

  /// Takes what the tripwire found. Where the report itself held a secret, nothing stays of it but
  /// that.
  mutating func note(_ leaks: LeakState, isItself: Bool) {
    self.leaks = leaks
    if isItself {
      cases = []
      scenarios = []
    }
  }

  /// Durable on return.
  mutating func write(_ evidence: EvidenceSummary) throws(ReportError) {
    facts.counts = VerdictCounts(scenarios.map(\.verdict))
    facts.duration = scenarios.reduce(.zero) { $0 + max(.zero, $1.duration) }
    facts.note(evidence)
    let document = JUnitReporter.document(
      run: run, cases: cases, leaks: leaks, facts: facts, options: options)
    do throws(FileError) {
      try AtomicFile.replace(path, with: Array(document.utf8), files)
    } catch {
      throw .unwritable(error)
    }
  }
}
