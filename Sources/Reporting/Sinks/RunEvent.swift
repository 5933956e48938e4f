import AcceptanceModel
import Evidence

/// What happens in a run, for those who read it while it happens.
package enum RunEvent: Sendable {
  /// `command` would run this table again, without a selection, e.g.
  /// `acceptance scenarios.json`; `selection`, what was selected; `nil`: the same.
  case began(table: String, scenarios: [ScenarioID], command: String, selection: String? = nil)
  /// `at` is since the run's start, as every time here.
  case scenarioBegan(ScenarioID, at: Duration)
  case scenarioEnded(RedactedScenario)
  /// Draws the live line again; nothing elsewhere. `elapsed` is since the run's start.
  case tick(elapsed: Duration)
  /// The user asked what is running, or has seen nothing for a while.
  case asked(elapsed: Duration)
  /// Whole lines of something else, e.g. what a client printed.
  case lines([String])
  case ended(ReportSummary, elapsed: Duration)
}
