// Owns: the order in which a run's reports are made, from the first pessimistic one to the last.
// Does not own: their contents (the reporters), evidence (EvidenceFolder) or the console.

import AcceptanceModel
import Evidence
import SecretSearch
import Synchronization

/// Where a run's files go; `nil` leaves one out.
package struct Destinations: Sendable {
  package static let standardFolder = "acceptance-results"

  /// A folder that is replaced whole; `nil` for none.
  package var results: String?
  /// Paths of their own instead of those in the results folder, by the reports' names; others of
  /// a report's files go beside it. A folder, such as that of the evidence, is replaced whole.
  package var own: [String: String]

  package init(
    results: String? = Destinations.standardFolder, own: [String: String] = [:]
  ) {
    self.results = results
    self.own = own
  }
}

/// Which of a table's scenarios one of several machines runs.
package struct ShardOrdinals: Sendable {
  /// The ids of everything that was selected, over all shards.
  package let selection: [ScenarioID]
  /// The places of this shard's scenarios in it, from 1, ascending.
  package let own: [Int]

  package init(selection: [ScenarioID], own: [Int]) {
    self.selection = selection
    self.own = own
  }
}

/// What is known when a run has ended.
package struct ReportSummary: Sendable {
  /// A report that was written.
  package struct Place: Sendable, Hashable {
    package let label: String
    package let path: String
    /// What is said of it after its path.
    package let note: String

    package init(label: String, path: String, note: String = "") {
      self.label = label
      self.path = path
      self.note = note
    }
  }

  package let report: RedactedReport
  package let places: [Place]
  package let isInterrupted: Bool

  package init(report: RedactedReport, places: [Place] = [], isInterrupted: Bool = false) {
    self.report = report
    self.places = places
    self.isInterrupted = isInterrupted
  }

  package var run: RedactedRun { report.run }
  package var counts: VerdictCounts { VerdictCounts(report) }
  /// In the table's order.
  package var scenarios: [RedactedScenario] { report.scenarios }
  package var evidence: EvidenceSummary { report.evidence }
  /// `nil` where no secret was planted. A leak has an exit status of its own.
  package var leaks: LeakState? { report.leaks }
}

package final class ReportSession: Sendable {
  private let run: RedactedRun
  private let redactor: Redactor
  private let destinations: Destinations
  private let files: any FileAccess
  private let state: Mutex<SessionState>

  /// - Parameters:
  ///   - selected: The scenarios that will run, in the table's order; one that is listed twice
  ///     is expected to end twice.
  ///   - shard: Where this run's scenarios are among those of all shards; `nil` for a run of its
  ///     own.
  ///   - runKey: 32 random bytes; they are kept in memory only.
  ///   - secrets: Planted texts that must appear nowhere, besides those that come with each
  ///     scenario's report.
  ///   - isSearched: Whether the report states what a search of all artefacts for planted texts has
  ///     found, also where `secrets` is empty.
  ///   - sinks: Its log sinks are the caller's to drive.
  package init(
    facts: RunFacts, destinations: Destinations, selected: [Scenario],
    shard: ShardOrdinals? = nil, runKey: [UInt8],
    secrets: [PlantedSecret] = [],
    isSearched: Bool = false, options: ReportOptions = ReportOptions(),
    sinks: ReportSinks = .standard, files: any FileAccess = SystemFiles()
  ) throws(ReportError) {
    let redactor = Redactor(
      runKey: runKey, policy: facts.redaction, secrets: secrets,
      nonce: facts.nonce, isReproducible: facts.isReproducible)
    let ordinals = shard?.own ?? Array(1..<(selected.count + 1))
    precondition(
      ordinals.count == selected.count, "\(ordinals.count) ordinals, \(selected.count) scenarios")
    var scenarios: [RedactedScenario] = []
    do throws(EvidenceError) {
      for (scenario, ordinal) in zip(selected, ordinals) {
        let report = ScenarioReport(scenario: scenario)
        scenarios.append(try redactor.redact(report, ordinal: ordinal, hasBegun: false))
      }
    } catch {
      throw .evidence(error)
    }
    self.redactor = redactor
    self.destinations = destinations
    self.files = files
    run = RedactedRun(facts, redactor)
    let plan = EvidencePlan(
      selection: shard?.selection.map { redactor.fileWord($0.text) } ?? scenarios.map(\.id),
      scenarios: scenarios, command: redactor.fileWord(options.command))
    state = Mutex(
      SessionState(
        selected: selected, plan: plan, sinks: sinks, options: options,
        scanner: SecretScanner(secrets, shownAt: .artefacts),
        isSearched: isSearched))
  }

  /// Takes possession of the places and puts the pessimistic report there. Before the first
  /// scenario; on an error nothing of an earlier run is lost.
  package func begin() throws(ReportError) {
    try state.withLock { state throws(ReportError) in
      try state.open(destinations, run: run, files: files)
    }
  }

  package func began(_ id: ScenarioID) {
    state.withLock { state in state.began(id) }
  }

  /// Writes the scenario's evidence, then the report that knows of it; both durable on return.
  ///
  /// - Returns: What reporters, the console among them, may see of the scenario.
  @discardableResult
  package func ended(_ report: ScenarioReport) throws(ReportError) -> RedactedScenario {
    try state.withLock { state throws(ReportError) in
      let ordinal = try state.ordinal(for: report.id)
      state.plant(report.planted)
      let scenario: RedactedScenario
      do throws(EvidenceError) {
        scenario = try redactor.redact(report, ordinal: ordinal)
      } catch {
        throw .evidence(error)
      }
      try state.end(scenario)
      return scenario
    }
  }

  /// A text for the console: as it is, or without what holds a planted secret. Such a text fails the
  /// run as one that was written.
  package func shown(_ text: String) -> String {
    state.withLock { state in state.shown(text) }
  }

  /// - Parameters:
  ///   - interrupted: Whether the run was asked to stop; scenarios that have not ended stay
  ///     `NotFinished` in every report.
  ///   - console: What was written to the console so far, to be searched for planted secrets.
  ///   - ending: What will be written there at the end, of a summary that does not know of leaks
  ///     yet; searched too.
  package func finish(
    interrupted: Bool, console: [UInt8] = [], ending: (ReportSummary) -> String = { _ in "" }
  ) throws(ReportError) -> ReportSummary {
    try state.withLock { state throws(ReportError) in
      try state.closeReports(run, interrupted: interrupted)
      let last = ending(state.summary(of: run, interrupted: interrupted))
      try state.search(run, console: console + Array(last.utf8)) { redactor.fileWord($0) }
      return state.summary(of: run, interrupted: interrupted)
    }
  }
}
