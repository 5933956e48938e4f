// Owns: running many scenarios at once. Does not own: choosing them (the command) or reporting.

import AcceptanceModel
import ClientDriving
import SecretSearch

package struct TableRun: Sendable {
  package let table: ScenarioTable
  package let settings: RunSettings
  private let sensitiveValues: SensitiveValues

  package init(table: ScenarioTable, settings: RunSettings) {
    self.table = table
    sensitiveValues = SensitiveValues(table)
    self.settings = settings
  }

  /// Runs the scenarios, `jobs` at a time, in their order.
  ///
  /// - Parameters:
  ///   - began: Called before a scenario's first step.
  ///   - ended: Called once for every scenario that began. Neither is called concurrently with
  ///     itself or the other. Returning `false` begins no further scenario.
  /// A cancelled task ends the running scenarios as interrupted and begins no further one.
  package func run(
    _ scenarios: [Scenario], began: (ScenarioID) -> Void, ended: (ScenarioReport) -> Bool
  ) async {
    await withTaskGroup(of: ScenarioReport.self) { group in
      var waiting = scenarios.enumerated().makeIterator()
      var goesOn = true
      func beginNext() {
        guard goesOn, !Task.isCancelled, let (index, scenario) = waiting.next() else { return }
        began(scenario.id)
        group.addTask { await run(scenario, ordinal: index + 1) }
      }
      for _ in 0..<max(1, settings.jobs) { beginNext() }
      for await report in group {
        goesOn = ended(report) && goesOn
        beginNext()
      }
    }
  }

  /// Runs one scenario.
  ///
  /// - Parameter ordinal: From 1; names its folder, so no two that run at once may share one.
  package func run(_ scenario: Scenario, ordinal: Int) async -> ScenarioReport {
    let watch = MachineWatch.shared
    watch.begin()
    defer { watch.end() }
    var policy = RetryPolicy(confirmsLateness: settings.confirmsLateness)
    while true {
      let start = watch.reading()
      let run = ScenarioRun(
        scenario: scenario, ordinal: ordinal, attempt: policy.attempts.count + 1, table: table,
        sensitiveValues: sensitiveValues, settings: settings)
      let report = await run.run()
      let attempt = RetryPolicy.Attempt(report: report, load: watch.reading().load(since: start))
      let again = policy.needsAnother(after: attempt) && !Task.isCancelled
      if !settings.keepsFolders || again {
        // What cannot be removed now is named when the run's folder is.
        FolderRemoval.remove(run.folders.root)
      }
      if !again { return policy.conclusion() ?? report }
    }
  }
}
