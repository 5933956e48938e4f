// Owns: the one ordered log that leaves a scenario's run. The judge reads it and nothing else.

package struct History: Sendable, Hashable {
  package let terms: JudgingTerms
  /// Ascending by `sequence`; `at` never goes back.
  package let entries: [HistoryEntry]

  package init(terms: JudgingTerms, entries: [HistoryEntry]) {
    self.terms = terms
    self.entries = entries
  }
}

package struct HistoryEntry: Sendable, Hashable {
  /// Counted from 1 without gaps.
  package let sequence: Int
  /// Since the scenario's start, by a monotonic clock.
  package let at: Duration
  package let observation: Observation

  package init(sequence: Int, at: Duration, observation: Observation) {
    self.sequence = sequence
    self.at = at
    self.observation = observation
  }
}

/// What the judge holds the client to in this scenario.
package struct JudgingTerms: Sendable, Hashable {
  package var scenario: ScenarioID
  package var limits: ClientLimits
  package var answers: AnswerContract
  package var waivers: [Waiver]
  /// Whether the server knows keys; without, no rule about keys applies.
  package var expectsKey: Bool
  /// Exit statuses of an orderly quit that are no crash.
  package var okExit: Set<Int32>
  /// Whether the client can list its tasks.
  package var listsTasks: Bool
  /// Whether the client was given a credential to send along.
  package var givesToken: Bool
  /// When the runner was late to see what happened, in order.
  package var runnerDelays: [RunnerDelay]
  /// How many entries the history had when the machine lost its power; `nil`: it never did.
  package var powerLossAt: Int?

  package init(
    scenario: ScenarioID, limits: ClientLimits = ClientLimits(),
    answers: AnswerContract = AnswerContract(), waivers: [Waiver] = [], expectsKey: Bool = true,
    okExit: Set<Int32> = [0], listsTasks: Bool = true, givesToken: Bool = false,
    runnerDelays: [RunnerDelay] = [], powerLossAt: Int? = nil
  ) {
    self.scenario = scenario
    self.limits = limits
    self.answers = answers
    self.waivers = waivers
    self.expectsKey = expectsKey
    self.okExit = okExit
    self.listsTasks = listsTasks
    self.givesToken = givesToken
    self.runnerDelays = runnerDelays
    self.powerLossAt = powerLossAt
  }
}

extension JudgingTerms {
  /// How late the runner was between two times since the scenario's start, all delays added up.
  package func runnerDelay(from start: Duration, to end: Duration) -> Duration {
    runnerDelays.reduce(.zero) { sum, delay in
      let begin = max(start, delay.endedAt - delay.lateBy)
      return sum + max(.zero, min(end, delay.endedAt) - begin)
    }
  }
}
