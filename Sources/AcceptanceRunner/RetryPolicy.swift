import AcceptanceModel
import Judge

/// Whether a scenario is run once more, and what its attempts result in together.
///
/// - An *inconclusive* attempt (a fault that never acted, a step that could not be done, a machine
///   that gave the client no time) says nothing about the client: the scenario is run again.
/// - A finding is final at the first attempt, except where every finding of the attempt says only
///   that something did not happen in time and the machine was overloaded. Then one more attempt
///   shows whether it happens again; no pass overwrites what was found.
struct RetryPolicy {
  /// How often a scenario is run at most.
  static let attemptLimit = 3
  /// Runnable threads per core from which on lateness is confirmed by a second attempt. Measured: a
  /// client that asks for a tenth of a second's work gets it half a second later then.
  static let overload = 3.0

  /// One run of the scenario.
  struct Attempt {
    var report: ScenarioReport
    /// The mean of runnable threads per core during it.
    let load: Double
  }

  private let confirmsLateness: Bool
  private(set) var attempts: [Attempt] = []

  /// - Parameter confirmsLateness: Whether findings of lateness get a second attempt at all.
  init(confirmsLateness: Bool = true) { self.confirmsLateness = confirmsLateness }

  /// Enters an attempt that has ended.
  ///
  /// - Returns: Whether to run the scenario again.
  mutating func needsAnother(after attempt: Attempt) -> Bool {
    attempts.append(attempt)
    guard attempts.count < Self.attemptLimit else { return false }
    switch attempt.report.verdict {
    case .error(let error): return error.isInconclusive
    case .failed(let findings):
      let isFirst = attempts.count { $0.isFailed } == 1
      return confirmsLateness && isFirst && attempt.load >= Self.overload
        && findings.allSatisfy { RuleCatalog.latenessCodes.contains($0.code) }
    case .notFinished, .passed, .flaky, .knownFailure, .skipped: return false
    }
  }

  /// The scenario's report: that of the first attempt that failed, or else of the last; the others
  /// as its earlier attempts. `nil` where nothing was entered.
  func conclusion() -> ScenarioReport? {
    let main = attempts.firstIndex { $0.isFailed } ?? attempts.count - 1
    guard attempts.indices.contains(main) else { return nil }
    var report = attempts[main].report
    let others = attempts.indices.filter { $0 != main }.map { attempts[$0] }
    report.earlierTries = others.map { PreviousAttempt($0.report, load: $0.load) }
    for other in others {
      report.planted += other.report.planted.filter { !report.planted.contains($0) }
    }
    if case .failed(let findings) = report.verdict, others.contains(where: \.isPassed) {
      report.verdict = .flaky(findings)
    }
    return report
  }
}

extension RetryPolicy.Attempt {
  fileprivate var isFailed: Bool {
    if case .failed = report.verdict { true } else { false }
  }

  fileprivate var isPassed: Bool { report.verdict == .passed }
}

extension RunnerError {
  /// Whether another attempt may be conclusive where this one was not.
  fileprivate var isInconclusive: Bool {
    switch self {
    case .stepImpossible, .faultNotReached, .premiseMissed, .machineStarved: true
    case .clientNotStarted, .contractBroken, .serverFailed, .homeRemoved, .interrupted, .timedOut,
      .notRun:
      false
    }
  }
}
