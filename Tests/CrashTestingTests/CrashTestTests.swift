import AcceptanceModel
import AcceptanceRunner
import CrashTesting
import FaultServer
import StrictJSON
import Synchronization
import Testing

@Suite("A crash test's course") struct CrashTestTests {
  private static let scenario = Scenario(id: ScenarioID("s"), title: "t", steps: [])

  private static let lost = Finding(
    code: FindingCode("lost-operation"), operation: nil, sentence: "gone", proof: [1])

  static func report(
    _ verdict: Verdict, passed: [CrashPoint] = [], reached: Int = 0, calls: [String] = []
  ) -> CrashRunReport {
    CrashRunReport(
      scenario: ScenarioReport(scenario: scenario, verdict: verdict), passed: passed,
      reachedCount: reached, calls: calls)
  }

  static func calls(_ count: Int) -> [String] {
    (1..<(count + 1)).map { "call\t\($0)\t0\twrite\tq\t-\t1" }
  }

  @Test("a scenario that fails by itself is not interrupted")
  func failsAlone() async {
    let runs = Mutex(0)
    let test = CrashTest(.init(), jobs: 2) { _, _ in
      runs.withLock { $0 += 1 }
      return Self.report(.failed([Self.lost]))
    }
    let result = await test.result(of: Self.scenario) { _, _ in }
    #expect(result.standing == .failsUninterrupted([Self.lost]))
    #expect(runs.withLock { $0 } == 1)
  }

  @Test("calls are tried until a number is reached no longer")
  func furtherCalls() async {
    // The interrupted runs make five calls, the uninterrupted one happened to make three.
    let test = CrashTest(.init(watchesCalls: true), jobs: 4) { _, trial in
      guard let trial else { return Self.report(.passed, calls: Self.calls(3)) }
      guard case .call(let number, _) = trial.points[0] else { return Self.report(.passed) }
      return Self.report(.passed, reached: number <= 5 ? 1 : 0, calls: Self.calls(min(number, 5)))
    }
    let result = await test.result(of: Self.scenario) { _, _ in }
    #expect(
      result.trials.map(\.trial.text).suffix(2) == ["kill@call:5:before", "kill@call:5:after"])
    #expect(result.count("survived") == 10)
    #expect(result.trials[0].call == "write q")
  }

  @Test("each outcome is told apart")
  func outcomes() async {
    let test = CrashTest(.init(), jobs: 1) { _, trial in
      switch trial?.text {
      case nil: Self.report(.passed)
      case "kill@sync:1": Self.report(.passed, reached: 1)
      case "kill@sync:2": Self.report(.failed([Self.lost]), reached: 1)
      case "kill@sync:3": Self.report(.passed)
      case "fault@reset:headers:9":
        Self.report(.error(.faultNotReached(index: 0, kind: "custom")))
      default: Self.report(.error(.homeRemoved), reached: 1)
      }
    }
    let texts = [
      "kill@sync:1", "kill@sync:2", "kill@sync:3", "fault@reset:headers:9", "kill@sync:4",
    ]
    let trials = texts.compactMap { CrashTrial($0) }
    let result = await test.result(of: Self.scenario, only: trials) { _, _ in }
    #expect(
      result.trials.map(\.outcome.word)
        == ["survived", "failed", "not reached", "not reached", "inconclusive"])
    var report = CrashReport(table: "t", scenarios: [result], callsSkipped: nil)
    #expect(report.hasFailed && !report.isWhole)
    report.scenarios[0].trials.removeAll { $0.outcome.word != "survived" }
    #expect(report.isWhole)
    report.scenarios[0].standing = .notFinished
    #expect(!report.isWhole)
  }

  private static let found = """
    {"id":"s","faults":[{"kind":"lost-answer"},{"kind":"needed"}],"steps":[{"do":"launch"},
    {"do":"submit","operation":"A"},{"do":"sync"},{"do":"kill"}]}
    """

  private static func minimise(
    failing: @escaping @Sendable (JSONValue, CrashTrial, Int) -> Bool
  ) async throws -> (CrashMinimiser.Case, Int) {
    let counts = Mutex<[String: Int]>([:])
    let minimiser = CrashMinimiser { scenario, trial in
      guard let trial else {
        return report(.passed, passed: [.server(.afterCommit, number: 1)])
      }
      let key = JSONWriter.text(of: scenario) + trial.text
      let count = counts.withLock { counts in
        counts[key, default: 0] += 1
        return counts[key, default: 0]
      }
      return report(failing(scenario, trial, count) ? .failed([lost]) : .passed, reached: 1)
    }
    let start = CrashMinimiser.Case(
      scenario: try JSONParser.parse(Array(found.utf8)).value,
      trial: try #require(CrashTrial("kill@server:after-commit:2")), call: nil, sentence: "first")
    return await minimiser.simplest(start, showing: lost.code)
  }

  private static func words(_ scenario: JSONValue, _ list: String, _ name: String) -> [String] {
    (scenario[list]?.arrayValue ?? []).compactMap { $0[name]?.stringValue }
  }

  @Test("what is not needed for the finding is left out, and the point is found again")
  func minimised() async throws {
    let (simplest, confirmed) = try await Self.minimise { scenario, _, _ in
      Self.words(scenario, "faults", "kind").contains("needed")
        && Self.words(scenario, "steps", "do").contains("submit")
    }
    #expect(Self.words(simplest.scenario, "faults", "kind") == ["needed"])
    #expect(Self.words(simplest.scenario, "steps", "do") == ["launch", "submit"])
    #expect(simplest.trial.text == "kill@server:after-commit:1")
    #expect(confirmed == 3)
  }

  @Test("a simpler scenario that fails twice of three times is not taken")
  func unconfirmed() async throws {
    let (simplest, confirmed) = try await Self.minimise { _, _, count in count < 3 }
    #expect(simplest.sentence == "first")
    #expect(confirmed == 2)
  }
}
