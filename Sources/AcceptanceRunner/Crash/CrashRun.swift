import AcceptanceModel
import ClientDriving

/// Runs of one table's scenarios that are interrupted.
package struct CrashRun: Sendable {
  private let table: ScenarioTable
  private let settings: RunSettings
  private let sensitiveValues: SensitiveValues

  package init(table: ScenarioTable, settings: RunSettings) {
    self.table = table
    self.settings = settings
    sensitiveValues = SensitiveValues(table)
  }

  /// Runs the scenario once; where that proves nothing, up to three times.
  ///
  /// - Parameter ordinal: From 1; names its folder, so no two runs may share one.
  package func run(
    _ scenario: Scenario, _ plan: CrashPlan, ordinal: Int
  ) async -> CrashRunReport {
    let watch = MachineWatch.shared
    watch.begin()
    defer { watch.end() }
    var policy = RetryPolicy(confirmsLateness: settings.confirmsLateness)
    let faulted = plan.points.reduce(scenario) { scenario, point in
      guard case .fault(let fault) = point else { return scenario }
      return scenario.adding(fault)
    }
    while true {
      let start = watch.reading()
      let run = ScenarioRun(
        scenario: faulted, ordinal: ordinal, attempt: policy.attempts.count + 1, table: table,
        sensitiveValues: sensitiveValues, settings: settings, crash: plan)
      let report = await run.run()
      let attempt = RetryPolicy.Attempt(report: report, load: watch.reading().load(since: start))
      let again = policy.needsAnother(after: attempt) && !Task.isCancelled
      let calls = plan.tracing == nil ? [] : run.crash?.calls ?? CallTracing.log(in: run.folders)
      if !settings.keepsFolders || again { FolderRemoval.remove(run.folders.root) }
      if !again {
        return CrashRunReport(
          scenario: policy.conclusion() ?? report, passed: run.crash?.passed ?? [],
          reachedCount: run.crash?.reachedCount ?? 0, calls: calls)
      }
    }
  }
}

extension Scenario {
  /// The same with one more fault, the last.
  fileprivate func adding(_ fault: PlannedFault) -> Scenario {
    Scenario(
      id: id, group: group, title: title, why: why, position: position, server: server,
      faults: faults + [fault], steps: steps, premises: premises, waivers: waivers, needs: needs,
      staysBecause: staysBecause)
  }
}
