// Owns: everything a run reports, before redaction. Reporters never see it: they read what the
// redactor makes of it.

import SecretSearch
import StrictJSON

package struct RunReport: Sendable {
  package var facts: RunFacts
  /// In the table's order: every selected scenario, also those that have not begun.
  package var scenarios: [ScenarioReport]

  package init(facts: RunFacts, scenarios: [ScenarioReport]) {
    self.facts = facts
    self.scenarios = scenarios
  }
}

package struct RunFacts: Sendable {
  package var toolVersion: String
  /// The scenario file's name, without its folder.
  package var table: String
  /// SHA-256 of the scenario file, hex.
  package var tableDigest: String
  /// SHA-256 of the client's executable, hex; `nil` where it could not be read.
  package var clientDigest: String?
  package var seed: UInt64
  /// Seconds since 1970, UTC.
  package var startedAt: Int
  package var redaction: RedactionSpec
  /// Tells this run from others whose tokens are made with the same key; random.
  package var nonce: [UInt8] = []
  /// Whether everything that differs from run to run is left out of evidence and reports.
  package var isReproducible = false

  package init(
    toolVersion: String, table: String, tableDigest: String, clientDigest: String?, seed: UInt64,
    startedAt: Int, redaction: RedactionSpec
  ) {
    self.toolVersion = toolVersion
    self.table = table
    self.tableDigest = tableDigest
    self.clientDigest = clientDigest
    self.seed = seed
    self.startedAt = startedAt
    self.redaction = redaction
  }
}

package struct ScenarioReport: Sendable {
  package var id: ScenarioID
  package var group: String
  package var title: String
  package var why: String
  package var position: SourcePosition?
  package var verdict: Verdict
  package var duration: Duration
  package var history: History
  /// The catalogue names of the scenario's faults, by index.
  package var faultKinds: [String]
  package var output: OutputCounts
  /// What was planted in this scenario: the random parts of markers, canaries and credentials, and
  /// the table's own values under sensitive names. Nothing that holds one may be shown.
  package var planted: [PlantedSecret] = []
  /// Runs of the scenario that proved nothing, so that it was run again; in their order.
  package var earlierTries: [PreviousAttempt] = []

  package init(
    scenario: Scenario, verdict: Verdict = .notFinished, duration: Duration = .zero,
    history: History? = nil, output: OutputCounts = OutputCounts()
  ) {
    id = scenario.id
    group = scenario.group
    title = scenario.title
    why = scenario.why
    position = scenario.position
    self.verdict = verdict
    self.duration = duration
    self.history = history ?? History(terms: JudgingTerms(scenario: scenario.id), entries: [])
    faultKinds = scenario.faults.map(\.kind)
    self.output = output
  }
}

/// A run of a scenario after which it was run once more, whose verdict does not count.
package struct PreviousAttempt: Sendable {
  package let verdict: Verdict
  package let duration: Duration
  package let history: History
  /// The mean of how many threads ran or waited for each processor.
  package let load: Double

  package init(_ report: ScenarioReport, load: Double) {
    verdict = report.verdict
    duration = report.duration
    history = report.history
    self.load = load
  }
}

/// How much the client wrote, over all its launches; never what.
package struct OutputCounts: Sendable, Hashable {
  package var stdoutBytes: Int
  package var stderrBytes: Int

  package init(stdoutBytes: Int = 0, stderrBytes: Int = 0) {
    self.stdoutBytes = stdoutBytes
    self.stderrBytes = stderrBytes
  }
}
