// Owns: one crash test from its first run to its report, on the terminal as it goes.

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import CrashTesting
import Foundation
import Reporting
import StrictJSON

struct CrashTestSession: Sendable {
  /// The simplest scenario that shows a finding, under an id of its own.
  struct Found: Sendable {
    let id: String
    let scenario: JSONValue
    let trial: CrashTrial

    var pasteText: String { JSONWriter.text(of: scenario) }
  }

  struct Outcome: Sendable {
    var report: CrashReport
    /// One for each of the report's discoveries.
    var cases: [Found] = []
  }

  private let plan: CrashTestPlan
  private let settings: RunSettings
  private let ordinals = RunningNumber()
  private let style: ConsoleStyle

  init(plan: CrashTestPlan, settings: RunSettings) {
    self.plan = plan
    self.settings = settings
    style = .ofOutput(isQuiet: plan.isQuiet)
  }

  func run() async -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    let crash = CrashRun(table: plan.table, settings: settings)
    let test = CrashTest(plan.scope, jobs: plan.jobs) { scenario, trial in
      await crash.run(scenario, runPlan(trial), ordinal: ordinals.next())
    }
    var report = CrashReport(
      table: plan.table.name, scenarios: [], callsSkipped: plan.callsSkipped)
    for scenario in plan.scenarios {
      guard !Task.isCancelled else {
        report.scenarios.append(CrashScenarioResult(id: scenario.id, title: scenario.title))
        continue
      }
      var live = LiveLine(style: style)
      let began = clock.now
      let result = await test.result(of: scenario, only: plan.only) { ended, all in
        draw(&live, scenario, ended, all, began.duration(to: clock.now))
      }
      Console.draw(live.erased())
      if !plan.isQuiet || !result.failures.isEmpty || result.standing != .tested {
        Console.print(CrashConsole.line(result))
      }
      report.scenarios.append(result)
    }
    var outcome = Outcome(report: report)
    await discover(&outcome)
    outcome.report.duration = start.duration(to: clock.now)
    return outcome
  }

  private func draw(
    _ live: inout LiveLine, _ scenario: Scenario, _ ended: Int, _ all: Int, _ elapsed: Duration
  ) {
    guard style.isLive else { return }
    let left = ended == 0 ? nil : elapsed * max(0, all - ended) / ended
    let time = left.map { ", \(CrashConsole.seconds($0)) left" } ?? ""
    Console.draw(
      live.drawn("\(LiveLine.bar(ended, of: all))  \(ended)/\(all)  \(scenario.id)\(time)"))
  }

  private func runPlan(_ trial: CrashTrial?) -> CrashPlan {
    guard let trial else { return CrashPlan(points: [], tracing: tracing(keepsContents: false)) }
    var plan = CrashPlan(points: trial.points)
    switch trial.event {
    case .powerLoss(let kind):
      plan.tracing = tracing(keepsContents: true)
      plan.loseContents = { try DurableHome.replace($0, by: kind) }
    case .kill where trial.points.contains(where: \.isCall):
      plan.tracing = tracing(keepsContents: false)
    case .kill, .fault: break
    }
    return plan
  }

  private func tracing(keepsContents: Bool) -> CallTracing? {
    guard plan.scope.watchesCalls else { return nil }
    return CallTracing(
      program: "\(plan.programFolder)/\(CallTracer.programName)", keepsContents: keepsContents)
  }

  // MARK: - The simplest

  private func discover(_ outcome: inout Outcome) async {
    var found: [FindingCode: [(CrashScenarioResult, TrialResult, Finding)]] = [:]
    for scenario in outcome.report.scenarios {
      for result in scenario.failures {
        guard case .failed(let findings) = result.outcome, let finding = findings.first else {
          continue
        }
        found[finding.code, default: []].append((scenario, result, finding))
      }
    }
    for (code, all) in found.sorted(by: { $0.key < $1.key }) {
      let sizes = all.map { scenario, result, _ in
        let text = plan.source(of: scenario.id).map { JSONWriter.text(of: $0) }
        // Where nothing holds the client at its point, it is not the same instant each time.
        return (result.trial.isHeld ? 0 : 1, text?.count ?? .max)
      }
      guard let index = sizes.indices.min(by: { sizes[$0] < sizes[$1] }) else { continue }
      let (scenario, result, finding) = all[index]
      guard let source = plan.source(of: scenario.id) else { continue }
      let start = CrashMinimiser.Case(
        scenario: source, trial: result.trial, call: result.call,
        sentence: finding.sentence.text)
      let (simplest, confirmed) = await simplest(start, code)
      let id = "crash-\(code)"
      outcome.report.discoveries.append(
        CrashDiscovery(
          code: code, scenario: scenario.id, trial: simplest.trial, call: simplest.call,
          sentence: simplest.sentence, count: all.count, confirmedCount: confirmed))
      outcome.cases.append(
        Found(id: id, scenario: simplest.scenario.renamed(id), trial: simplest.trial))
    }
  }

  private func simplest(
    _ start: CrashMinimiser.Case, _ code: FindingCode
  ) async -> (CrashMinimiser.Case, Int?) {
    guard plan.minimises, !Task.isCancelled else { return (start, nil) }
    Console.print("  \(code): looking for the simplest scenario that shows it")
    return await CrashMinimiser { scenario, trial in
      guard let table = plan.table(with: scenario), let only = table.scenarios.first else {
        return nil
      }
      return await CrashRun(table: table, settings: settings).run(
        only, runPlan(trial), ordinal: ordinals.next())
    }.simplest(start, showing: code)
  }
}

extension JSONValue {
  fileprivate func renamed(_ id: String) -> JSONValue {
    .object(
      (objectValue ?? []).map { $0.name == "id" ? JSONMember("id", .string(id)) : $0 })
  }
}

extension CrashTrial {
  /// Whether the server or the tracer holds the client at its first point.
  fileprivate var isHeld: Bool {
    if case .command = points[0] { return false }
    return true
  }
}
