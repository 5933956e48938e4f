// Owns: running one scenario at all of its points. Does not own: what one run is (AcceptanceRunner)
// or which runs there are (TrialList).

import AcceptanceModel
import AcceptanceRunner

package struct CrashTest: Sendable {
  /// Runs a scenario once; `nil`: uninterrupted. May be called concurrently.
  package typealias Running = @Sendable (Scenario, CrashTrial?) async -> CrashRunReport

  /// Calls beyond those of the uninterrupted run that are tried at most: a client whose calls never
  /// end would keep the test for good.
  private static let furtherLimit = 200

  private let list: TrialList
  private let jobs: Int
  private let run: Running

  package init(_ scope: TrialList.Scope, jobs: Int, run: @escaping Running) {
    list = TrialList(scope)
    self.jobs = max(1, jobs)
    self.run = run
  }

  /// - Parameters:
  ///   - only: These trials alone; `nil`: all.
  ///   - moved: Called with the number of ended and of all runs; never concurrently with itself.
  /// A cancelled task begins no further run.
  package func result(
    of scenario: Scenario, only: [CrashTrial]? = nil, moved: (Int, Int) -> Void
  ) async -> CrashScenarioResult {
    var result = CrashScenarioResult(id: scenario.id, title: scenario.title)
    let clock = ContinuousClock()
    let start = clock.now
    let probe = await run(scenario, nil)
    result.standing = Self.standing(of: probe.scenario.verdict)
    if Task.isCancelled { result.standing = .notFinished }
    if result.standing == .tested {
      let passed = Self.probe(probe)
      result.pointCount = passed.passed.count + 2 * passed.callCount
      let trials = only ?? list.trials(for: passed)
      result.trials = await results(scenario, trials, moved)
      if only == nil, list.scope.watchesCalls {
        result.trials += await further(scenario, after: passed.callCount, result.trials, moved)
      }
      if Task.isCancelled, result.trials.count < trials.count { result.standing = .notFinished }
    }
    result.duration = start.duration(to: clock.now)
    return result
  }

  private static func standing(of verdict: Verdict) -> CrashScenarioResult.Standing {
    switch verdict {
    case .passed: .tested
    case .failed(let findings), .flaky(let findings), .knownFailure(let findings, _):
      .failsUninterrupted(findings)
    case .error(let error): .inconclusive("\(error)")
    case .skipped(let reason): .skipped(reason.text)
    case .notFinished: .notFinished
    }
  }

  static func probe(_ report: CrashRunReport) -> TrialList.Probe {
    let calls = report.calls.compactMap { CallLine($0) }
    return TrialList.Probe(
      passed: report.passed, callCount: calls.map(\.number).max() ?? 0,
      syncCount: calls.compactMap(\.syncNumber).max() ?? 0)
  }

  /// Until a number is reached no longer.
  private func further(
    _ scenario: Scenario, after count: Int, _ known: [TrialResult], _ moved: (Int, Int) -> Void
  ) async -> [TrialResult] {
    var all: [TrialResult] = []
    var number = count
    var latest = known.filter { $0.trial.points.first == .call(number: number, .before) }
    while latest.contains(where: { $0.outcome != .notReached }), !Task.isCancelled,
      number < count + Self.furtherLimit
    {
      number += 1
      latest = await results(scenario, list.callTrials(numbers: number..<(number + 1))) { _, _ in }
      all += latest.filter { $0.outcome != .notReached }
      moved(known.count + all.count, known.count + all.count)
    }
    return all
  }

  private func results(
    _ scenario: Scenario, _ trials: [CrashTrial], _ moved: (Int, Int) -> Void
  ) async -> [TrialResult] {
    var results: [(Int, TrialResult)] = []
    await withTaskGroup(of: (Int, TrialResult).self) { group in
      var waiting = trials.enumerated().makeIterator()
      func beginNext() {
        guard !Task.isCancelled, let (index, trial) = waiting.next() else { return }
        group.addTask { (index, Self.result(await run(scenario, trial), of: trial)) }
      }
      for _ in 0..<jobs { beginNext() }
      for await result in group {
        // A run that the interrupt has ended tells nothing.
        if !Task.isCancelled { results.append(result) }
        moved(results.count, trials.count)
        beginNext()
      }
    }
    return results.sorted { $0.0 < $1.0 }.map(\.1)
  }

  package static func result(_ report: CrashRunReport, of trial: CrashTrial) -> TrialResult {
    let calls = report.calls.compactMap { CallLine($0) }
    let call = calls.last { call in
      switch trial.points[0] {
      case .call(let number, _): call.number == number
      case .sync(let number): call.syncNumber == number
      case .server, .command, .fault: false
      }
    }
    return TrialResult(trial: trial, call: call?.text, outcome: outcome(report, of: trial))
  }

  private static func outcome(_ report: CrashRunReport, of trial: CrashTrial) -> TrialOutcome {
    switch report.scenario.verdict {
    case .failed(let findings), .flaky(let findings), .knownFailure(let findings, _):
      // Where the point was not reached, the scenario's own script has failed: no less a failure.
      return .failed(findings)
    case .passed: return report.reachedCount == trial.points.count ? .survived : .notReached
    case .error(let error):
      if report.reachedCount == 0, case .faultNotReached = error { return .notReached }
      return .inconclusive("\(error)")
    case .skipped(let reason): return .inconclusive(reason.text)
    case .notFinished: return .inconclusive("the run did not finish")
    }
  }
}
