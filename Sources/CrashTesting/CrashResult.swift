// Owns: what came of all interrupted runs, as values.

import AcceptanceModel

package enum TrialOutcome: Sendable, Hashable {
  case survived
  /// Never empty.
  case failed([Finding])
  /// The run never came to its point: the client's calls are not the same in each run.
  case notReached
  case inconclusive(String)

  package var word: String {
    switch self {
    case .survived: "survived"
    case .failed: "failed"
    case .notReached: "not reached"
    case .inconclusive: "inconclusive"
    }
  }
}

package struct TrialResult: Sendable, Hashable {
  package let trial: CrashTrial
  /// The call at the point, with its file's name; `nil` where it is none.
  package let call: String?
  package let outcome: TrialOutcome

  package init(trial: CrashTrial, call: String?, outcome: TrialOutcome) {
    self.trial = trial
    self.call = call
    self.outcome = outcome
  }
}

package struct CrashScenarioResult: Sendable {
  package enum Standing: Sendable, Hashable {
    /// Its uninterrupted run has passed.
    case tested
    case skipped(String)
    /// Its uninterrupted run has failed already.
    case failsUninterrupted([Finding])
    case inconclusive(String)
    case notFinished
  }

  package let id: ScenarioID
  package let title: String
  package var standing: Standing
  package var trials: [TrialResult] = []
  /// What the uninterrupted run has passed.
  package var pointCount = 0
  package var duration: Duration = .zero

  package init(id: ScenarioID, title: String, standing: Standing = .notFinished) {
    self.id = id
    self.title = title
    self.standing = standing
  }

  package var failures: [TrialResult] {
    trials.filter { if case .failed = $0.outcome { true } else { false } }
  }

  package func count(_ word: String) -> Int { trials.count { $0.outcome.word == word } }
}

/// The simplest scenario and point that show a finding.
package struct CrashDiscovery: Sendable {
  package let code: FindingCode
  package let scenario: ScenarioID
  package let trial: CrashTrial
  package let call: String?
  package let sentence: String
  /// How many of all runs showed it.
  package let count: Int
  /// Of three more runs of the simplest, how many failed in the same way; `nil` where none was made.
  package var confirmedCount: Int?

  package init(
    code: FindingCode, scenario: ScenarioID, trial: CrashTrial, call: String?, sentence: String,
    count: Int, confirmedCount: Int?
  ) {
    self.code = code
    self.scenario = scenario
    self.trial = trial
    self.call = call
    self.sentence = sentence
    self.count = count
    self.confirmedCount = confirmedCount
  }
}

package struct CrashReport: Sendable {
  package let table: String
  package var scenarios: [CrashScenarioResult]
  package var discoveries: [CrashDiscovery] = []
  /// Why system calls were not watched; `nil` where they were.
  package let callsSkipped: String?
  package var duration: Duration = .zero

  package init(table: String, scenarios: [CrashScenarioResult], callsSkipped: String?) {
    self.table = table
    self.scenarios = scenarios
    self.callsSkipped = callsSkipped
  }

  package var trialCount: Int { scenarios.reduce(0) { $0 + $1.trials.count } }

  package func count(_ word: String) -> Int { scenarios.reduce(0) { $0 + $1.count(word) } }

  package var hasFailed: Bool {
    scenarios.contains { scenario in
      if case .failsUninterrupted = scenario.standing { return true }
      return !scenario.failures.isEmpty
    }
  }

  /// Whether every scenario's points were all tried and survived.
  package var isWhole: Bool {
    let tested = scenarios.filter { if case .skipped = $0.standing { false } else { true } }
    return !tested.isEmpty && !hasFailed
      && tested.allSatisfy { $0.standing == .tested && $0.count("inconclusive") == 0 }
  }
}
