import AcceptanceModel
import SecretSearch
import Testing

@testable import AcceptanceRunner

@Suite("When a scenario is run again, and what its attempts come to")
struct RetryPolicyTests {
  private static func failed(_ codes: String...) -> Verdict {
    .failed(
      codes.map { Finding(code: FindingCode($0), operation: nil, sentence: "so", proof: [1]) })
  }

  private static let late = failed("still-waiting", "gave-up")
  private static let unreached = Verdict.error(.faultNotReached(index: 0, kind: "k"))
  private static let starved = Verdict.error(
    .machineStarved(waited: .seconds(40), lacking: .seconds(39)))

  private static func policy(
    _ verdicts: [Verdict], load: Double, confirmsLateness: Bool = true
  ) -> (policy: RetryPolicy, again: [Bool]) {
    var policy = RetryPolicy(confirmsLateness: confirmsLateness)
    let scenario = Scenario(id: ScenarioID("s"), title: "t", steps: [])
    let again = verdicts.enumerated().map { index, verdict in
      var report = ScenarioReport(scenario: scenario, verdict: verdict)
      report.planted = [.word("planted-\(index)")]
      return policy.needsAnother(after: .init(report: report, load: load))
    }
    return (policy, again)
  }

  @Test("a failure is final at the first attempt on a machine that has time")
  func idleMachine() {
    #expect(Self.policy([Self.late], load: 1).again == [false])
  }

  @Test("lateness on an overloaded machine gets one more attempt, and never a third")
  func overloadedMachine() {
    let (policy, again) = Self.policy([Self.late, Self.late], load: 8)
    #expect(again == [true, false])
    #expect(policy.conclusion()?.verdict == Self.late)
    #expect(Self.policy([Self.late], load: 8, confirmsLateness: false).again == [false])
  }

  @Test("a pass does not overwrite what an earlier attempt found: the scenario is flaky")
  func flaky() throws {
    let (policy, _) = Self.policy([Self.late, .passed], load: 8)
    let report = try #require(policy.conclusion())
    guard case .flaky(let findings) = report.verdict else {
      Issue.record("\(report.verdict)")
      return
    }
    #expect(findings.map(\.code.text) == ["still-waiting", "gave-up"])
    #expect(report.earlierTries.map(\.verdict) == [.passed])
    #expect(report.planted == [.word("planted-0"), .word("planted-1")])
  }

  @Test("an inconclusive attempt after a failure leaves the failure")
  func failedThenUnreached() throws {
    let (policy, again) = Self.policy([Self.late, Self.unreached, Self.unreached], load: 8)
    #expect(again == [true, true, false])
    let report = try #require(policy.conclusion())
    #expect(report.verdict == Self.late)
    #expect(report.earlierTries.count == 2)
  }

  @Test(
    "what lateness cannot explain is final at the first attempt on any machine",
    arguments: [
      "key-changed", "duplicate-record", "lost-operation", "body-changed", "retry-after-ignored",
      "retried-after-stop", "sent-after-done", "overlapping-sends", "retry-storm",
    ])
  func final(code: String) {
    #expect(Self.policy([Self.failed("still-waiting", code)], load: 30).again == [false])
    #expect(Self.policy([Self.failed(code)], load: 30).again == [false])
  }

  @Test("an inconclusive scenario is attempted three times, and a pass once")
  func inconclusive() {
    for error in [Self.unreached, Self.starved] {
      #expect(Self.policy([error, error, error], load: 0).again == [true, true, false])
    }
    #expect(Self.policy([.passed], load: 30).again == [false])
  }

  @Test("a pass after an inconclusive attempt is a pass that lists the attempt")
  func unreachedThenPassed() throws {
    let (policy, again) = Self.policy([Self.unreached, .passed], load: 0)
    #expect(again == [true, false])
    let report = try #require(policy.conclusion())
    #expect(report.verdict == .passed)
    #expect(report.earlierTries.map(\.verdict) == [Self.unreached])
  }
}
