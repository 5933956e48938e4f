// Owns: exploring: many plans, then for each fault that showed the simplest plan that shows it.
// Does not own: what running a plan is, or what is printed.

import AcceptanceModel

package struct ExploreRun: Sendable {
  /// A fault that showed, and the simplest plan found for it.
  package struct Discovery: Sendable, Hashable {
    package let code: FindingCode
    /// Of the plan as it was generated, from 1.
    package let number: Int
    /// How many of the plans showed it.
    package let count: Int
    package let plan: GeneratedScenario
    package let sentence: String
  }

  package struct Result: Sendable {
    /// By code.
    package internal(set) var discoveries: [Discovery] = []
    package internal(set) var passedCount = 0
    package internal(set) var failedCount = 0
    /// Why a plan's result was inconclusive, by plan: an error's or a skipped scenario's sentence.
    package internal(set) var inconclusive: [String] = []
  }

  /// Plans tried at most to make one discovery simpler.
  package static let shrinkLimit = 120

  private struct Failure: Sendable {
    let number: Int
    let plan: GeneratedScenario
    let finding: Finding
  }

  private let jobs: Int
  private let judge: @Sendable (GeneratedScenario) async -> Verdict

  /// - Parameters:
  ///   - jobs: Plans at the same time, at least 1.
  ///   - judge: Runs a plan; may be called concurrently.
  package init(jobs: Int, judge: @escaping @Sendable (GeneratedScenario) async -> Verdict) {
    self.jobs = max(1, jobs)
    self.judge = judge
  }

  /// - Parameters:
  ///   - told: Called for each plan when it has ended; never concurrently with itself.
  ///   - shrinking: Called before a discovery is made simpler.
  /// A cancelled task begins no further plan.
  package func run(
    _ plans: [GeneratedScenario], told: (Int, GeneratedScenario, Verdict) -> Void,
    shrinking: (FindingCode) -> Void
  ) async -> Result {
    var result = Result()
    var failures: [Failure] = []
    await judgeAll(plans) { index, verdict in
      told(index + 1, plans[index], verdict)
      switch verdict {
      case .passed: result.passedCount += 1
      case .failed(let findings), .flaky(let findings):
        result.failedCount += 1
        failures += findings.prefix(1).map {
          Failure(number: index + 1, plan: plans[index], finding: $0)
        }
      case .error(let error): result.inconclusive.append("\(error)")
      case .skipped(let reason): result.inconclusive.append(reason.text)
      case .notFinished, .knownFailure: break
      }
    }
    for (code, group) in Dictionary(grouping: failures, by: \.finding.code).sorted(by: {
      $0.key < $1.key
    }) {
      guard !Task.isCancelled else { break }
      // The smallest of those that showed it, the first where two are as small.
      guard let start = group.min(by: { ($0.plan.size, $0.number) < ($1.plan.size, $1.number) })
      else { continue }
      shrinking(code)
      let (plan, sentence) = await simplest(start)
      result.discoveries.append(
        Discovery(
          code: code, number: start.number, count: group.count, plan: plan, sentence: sentence))
    }
    return result
  }

  private func simplest(_ failure: Failure) async -> (GeneratedScenario, String) {
    var sentence = failure.finding.sentence.text
    let code = failure.finding.code
    let plan = await Shrinking.simplest(failure.plan, runLimit: Self.shrinkLimit) { candidates in
      for (index, shown) in await showing(code, among: candidates) {
        // Where in its work a kill meets a client is luck: what showed once must show again.
        guard candidates[index].kills else {
          sentence = shown
          return index
        }
        if let again = await showing(code, among: [candidates[index]]).first {
          sentence = again.sentence
          return index
        }
        guard !Task.isCancelled else { return nil }
      }
      return nil
    }
    return (plan, sentence)
  }

  /// Those that show the fault, in their order.
  private func showing(
    _ code: FindingCode, among plans: [GeneratedScenario]
  ) async -> [(index: Int, sentence: String)] {
    var shown: [(index: Int, sentence: String)] = []
    await judgeAll(plans) { index, verdict in
      guard case .failed(let findings) = verdict,
        let finding = findings.first(where: { $0.code == code })
      else { return }
      shown.append((index, finding.sentence.text))
    }
    return shown.sorted { $0.index < $1.index }
  }

  private func judgeAll(_ plans: [GeneratedScenario], ended: (Int, Verdict) -> Void) async {
    await withTaskGroup(of: (Int, Verdict).self) { group in
      var waiting = plans.enumerated().makeIterator()
      func beginNext() {
        guard !Task.isCancelled, let (index, plan) = waiting.next() else { return }
        group.addTask { (index, await judge(plan)) }
      }
      for _ in 0..<jobs { beginNext() }
      for await (index, verdict) in group {
        ended(index, verdict)
        beginNext()
      }
    }
  }
}
