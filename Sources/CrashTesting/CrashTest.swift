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
      let trials = only ?? list.trials(for: passed).filter { !$0.isSingleCall }
      let all = trials.count + (only == nil && list.scope.watchesCalls ? 2 * passed.callCount : 0)
      result.trials = await results(scenario, trials) { ended, _ in moved(ended, max(ended, all)) }
      if only == nil, list.scope.watchesCalls {
        let known = result.trials.count
        result.trials += await calls(of: scenario, expected: passed.callCount) { ended in
          moved(known + ended, max(known + ended, all))
        }
      }
      if Task.isCancelled { result.standing = .notFinished }
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

  /// Numbers that are tried together. How many calls a run makes depends on how long it waits, so a
  /// single number that is not reached is not yet the end.
  private static let chunk = 8

  /// From the first on, until numbers are reached no longer.
  private func calls(
    of scenario: Scenario, expected: Int, _ moved: (Int) -> Void
  ) async -> [TrialResult] {
    var all: [TrialResult] = []
    var latest: [TrialResult] = []
    var next = 1
    repeat {
      let numbers = next..<(next + Self.chunk)
      let count = all.count
      latest = await results(scenario, list.callTrials(numbers: numbers)) { ended, _ in
        moved(count + ended)
      }
      all += latest
      next += Self.chunk
    } while latest.contains { $0.outcome != .notReached } && !Task.isCancelled
      && next < expected + Self.furtherLimit
    let last = all.lastIndex { $0.outcome != .notReached }
    return Array(all.prefix((last ?? -1) + 1))
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
        // A run that the interrupt has ended proves nothing.
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

extension CrashTrial {
  fileprivate var isSingleCall: Bool {
    guard event == .kill, points.count == 1, case .call = points[0] else { return false }
    return true
  }
}
