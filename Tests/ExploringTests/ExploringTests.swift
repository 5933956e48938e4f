import AcceptanceModel
import Exploring
import StrictJSON
import Synchronization
import Testing

/// Numbers in a row, so that a test says what is drawn.
private struct Counting: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}

private func failure(_ code: String) -> Verdict {
  .failed([
    Finding(
      code: FindingCode(code), operation: nil, sentence: "found \(table: code)", proof: [])
  ])
}

@Suite("Exploring") struct ExploringTests {
  @Test("the same seed gives the same plan, another seed another one")
  func deterministic() {
    let maker = PlanMaker(choice: FaultSampling())
    func plan(_ seed: UInt64) -> GeneratedScenario {
      var generator = Counting(state: seed)
      return maker.plan(using: &generator)
    }
    #expect(plan(7) == plan(7))
    #expect(Set((0..<40).map(plan)).count > 30)
  }

  @Test("only troubles after which a right client sends again are thrown together")
  func choice() {
    let choice = FaultSampling()
    #expect(choice.quick.contains("lost-answer"))
    #expect(choice.slow.contains("stall-after-commit"))
    #expect(choice.deadly.contains("kill-client-after-commit"))
    for name in choice.quick + choice.slow {
      #expect(FaultCatalog.named(name)?.duty == .keep, "\(name)")
    }
    for name in [
      "conflict", "swap-answers", "refused-before-commit", "hold-after-commit", "reset-on-accept",
    ] {
      #expect(!(choice.quick + choice.slow + choice.deadly).contains(name), "\(name)")
    }
  }

  @Test("where a fault kills the client, no step kills it as well")
  func oneDeathAtATime() {
    let maker = PlanMaker(choice: FaultSampling())
    var deadlyCount = 0
    for seed in 0..<200 as Range<UInt64> {
      var generator = Counting(state: seed)
      let plan = maker.plan(using: &generator)
      guard !plan.deaths.isEmpty else { continue }
      deadlyCount += 1
      #expect(plan.operations.allSatisfy { $0.after == nil })
      #expect(plan.operations.last?.isOffline == false)
    }
    #expect(deadlyCount > 20)
  }

  @Test("a plan becomes the scenario that its summary tells")
  func scenario() throws {
    let plan = GeneratedScenario(
      operations: [
        GeneratedScenario.Operation(name: "A", troubles: ["lost-answer"], after: .kill),
        GeneratedScenario.Operation(name: "B", like: "A", isOffline: true),
      ], deaths: ["kill-client-after-commit"])
    #expect(
      plan.summary == "A: lost-answer, then kill; B like A offline: kill-client-after-commit")
    let text = JSONWriter.text(of: plan.scenario(id: "x", title: "t", why: "w"))
    #expect(
      text.contains(
        #""faults":[{"kind":"lost-answer","operation":"A","send":1},"#
          + #"{"kind":"kill-client-after-commit","operation":"B","send":1}]"#))
    #expect(
      text.contains(
        #""steps":[{"do":"launch"},{"do":"submit","operation":"A"},{"do":"kill"},"#
          + #"{"do":"launch"},{"do":"server","change":"down"},"#
          + #"{"do":"tapAgain","operation":"B","like":"A"},{"do":"server","change":"up"},"#
          + #"{"do":"sync"},{"do":"await","exit":"app"},{"do":"launch"},"#))
  }

  @Test("a found plan is made as simple as the fault allows")
  func shrinks() async {
    let start = GeneratedScenario(
      operations: [
        GeneratedScenario.Operation(
          name: "A", troubles: ["cut-body", "lost-answer"], after: .sync),
        GeneratedScenario.Operation(
          name: "B", like: "A", troubles: ["reset-after-commit"], isOffline: true),
        GeneratedScenario.Operation(name: "C"),
      ], endsInSilence: true)
    // Shows wherever an operation's second or only trouble is a lost answer.
    let run = ExploreRun(jobs: 2) { plan in
      plan.operations.contains { $0.troubles.contains("lost-answer") }
        ? failure("key-changed") : .passed
    }
    let result = await run.run([start], told: { _, _, _ in }, shrinking: { _ in })
    #expect(
      result.discoveries.map(\.plan)
        == [
          GeneratedScenario(operations: [
            GeneratedScenario.Operation(name: "A", troubles: ["lost-answer"])
          ])
        ])
    #expect(result.discoveries.map(\.sentence) == ["found key-changed"])
  }

  @Test("a simpler plan that kills must show the fault twice, one that does not kill once")
  func showsAgain() async {
    let start = GeneratedScenario(
      operations: [GeneratedScenario.Operation(name: "A", troubles: ["lost-answer"], after: .kill)],
      endsInSilence: true)
    let seen = Mutex<[GeneratedScenario: Int]>([:])
    // Shows in the plan as it was, and in each simpler one the first time only.
    let run = ExploreRun(jobs: 1) { plan in
      let count = seen.withLock { seen in
        seen[plan, default: 0] += 1
        return seen[plan, default: 0]
      }
      return plan == start || count == 1 ? failure("key-changed") : .passed
    }
    let result = await run.run([start], told: { _, _, _ in }, shrinking: { _ in })
    let kinder = GeneratedScenario(
      operations: [GeneratedScenario.Operation(name: "A", troubles: ["lost-answer"])],
      endsInSilence: true)
    let counts = seen.withLock { $0 }
    // Without its trouble it still kills, and came first.
    var first = start
    first.operations[0].troubles = []
    #expect(counts[first] == 2)
    #expect(counts[kinder] == 1)
    #expect(result.discoveries.first.map { !$0.plan.kills } == true)
  }

  @Test("each code is told once, with the number of plans that showed it")
  func codes() async {
    let plans = (1...4).map { number in
      GeneratedScenario(operations: [
        GeneratedScenario.Operation(name: "A", troubles: ["t\(number)"])
      ])
    }
    let run = ExploreRun(jobs: 1) { plan in
      switch plan.operations[0].troubles.first {
      case "t1", "t3": failure("duplicate-record")
      case "t2": failure("key-changed")
      case "t4": .error(.interrupted)
      default: .passed
      }
    }
    let result = await run.run(plans, told: { _, _, _ in }, shrinking: { _ in })
    #expect(result.discoveries.map(\.code.text) == ["duplicate-record", "key-changed"])
    #expect(result.discoveries.map(\.count) == [2, 1])
    #expect(result.discoveries.map(\.number) == [1, 2])
    #expect(result.inconclusive.count == 1)
    #expect(result.failedCount == 3)
  }

  @Test("the written file keeps the table and has the found scenarios in its scenarios' place")
  func file() throws {
    let table = try JSONParser.parse(
      Array(#"{"version":1,"knownFailures":[],"client":{"driver":"jsonl"},"scenarios":[1]}"#.utf8)
    ).value
    let scenario = GeneratedScenario(operations: [GeneratedScenario.Operation(name: "A")])
      .scenario(id: "x", title: "t", why: "w")
    let written = try JSONParser.parse(ExploredFile.bytes(of: table, scenarios: [scenario])).value
    #expect(written["version"] == .number("1"))
    #expect(written["client"] == table["client"])
    #expect(written["knownFailures"] == nil)
    #expect(written["scenarios"] == .array([scenario]))
  }
}
