// Owns: the order in which a run's reports come to be, from the first pessimistic one to the last.
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
  /// A file of its own instead of the one in the results folder.
  package var junit: String?
  /// A folder of its own, replaced whole, instead of the one in the results folder.
  package var evidence: String?
  /// A page of its own, its style sheet beside it, instead of the one in the results folder.
  package var html: String?

  package init(
    results: String? = Destinations.standardFolder, junit: String? = nil, evidence: String? = nil,
    html: String? = nil
  ) {
    self.html = html
    self.results = results
    self.junit = junit
    self.evidence = evidence
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

package struct ReportSummary: Sendable {
  package enum Place: Sendable, Hashable {
    case junit(String)
    case evidence(String)
    case html(String)
  }

  package let run: RedactedRun
  package let counts: VerdictCounts
  package let places: [Place]
  /// In the table's order.
  package let scenarios: [RedactedScenario]
  package let evidence: EvidenceSummary
  package let isInterrupted: Bool
  /// `nil` where no secret was planted. A leak has an exit status of its own.
  package let leaks: LeakState?
}

package final class ReportSession: Sendable {
  private let run: RedactedRun
  private let redactor: Redactor
  private let destinations: Destinations
  private let files: any FileAccess
  private let state: Mutex<SessionState>

  /// - Parameters:
  ///   - selected: The scenarios that will run, in the table's order; one that stands there twice
  ///     is expected to end twice.
  ///   - shard: Where this run's scenarios stand among those of all shards; `nil` for a run of its
  ///     own.
  ///   - runKey: 32 random bytes; they are kept in memory only.
  ///   - secrets: Planted texts that must appear nowhere, besides those that come with each
  ///     scenario's report.
  ///   - isSearched: Whether the report tells what a search of all artefacts for planted texts has
  ///     found, also where `secrets` is empty.
  package init(
    facts: RunFacts, destinations: Destinations, selected: [Scenario],
    shard: ShardOrdinals? = nil, runKey: [UInt8],
    secrets: [PlantedSecret] = [],
    isSearched: Bool = false, options: ReportOptions = ReportOptions(),
    files: any FileAccess = SystemFiles()
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
        selected: selected, plan: plan, options: options,
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
  ///   - interrupted: Whether the run was told to stop; scenarios that have not ended stay
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
