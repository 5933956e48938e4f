import AcceptanceModel
import AcceptanceRunner
import CrashTesting
import FaultServer
import Testing

@Suite("The points of a crash test") struct TrialTests {
  static let texts = [
    "kill@server:accepted:1", "kill@server:after-commit:12", "kill@submit:answered:2",
    "kill@call:17:before", "kill@call:17:after", "kill@sync:3",
    "power-loss-journal@sync:3", "power-loss-journal-ahead@server:after-commit:1",
    "power-loss-strict@submit:answered:1", "fault@reset:before-commit:1",
    "fault@server-crash:after-commit:2", "fault@stall:headers:1",
    "kill@call:4:after+server:body-read:1",
  ]

  @Test("a point is read as it is written", arguments: texts)
  func roundTrip(text: String) throws {
    #expect(try #require(CrashTrial(text)).text == text)
  }

  @Test(
    "what is no point is refused",
    arguments: [
      "", "kill", "kill@", "kill@call:0:before", "kill@call:1", "kill@call:1:between",
      "kill@server:later:1", "stop@call:1:before", "kill@reset:headers:1", "fault@call:1:before",
      "fault@reset:nowhere:1", "kill@call:1:before+", "kill@sync:1+sync:2+sync:3", "kill@sync:x",
      "power-loss@sync:1", "fault@reset:headers:1+reset:headers:2",
    ])
  func refused(text: String) {
    #expect(CrashTrial(text) == nil)
  }

  private static let probe = TrialList.Probe(
    passed: [
      .command("hello", .answered, number: 1), .server(.headersRead, number: 1),
      .server(.afterCommit, number: 1),
    ], callCount: 3, syncCount: 2)

  private static func trials(_ scope: TrialList.Scope) -> [CrashTrial] {
    TrialList(scope).trials(for: probe)
  }

  @Test("without a tracer there are the server's and the contract's points, and no power loss")
  func serverPoints() {
    let trials = Self.trials(.init(images: [.journal]))
    #expect(trials.prefix(3).map(\.text) == Self.probe.passed.map { "kill@\($0.text)" })
    #expect(!trials.contains { $0.points.contains(where: \.isCall) })
    #expect(trials.allSatisfy { $0.event == .kill || $0.event == .fault })
    #expect(trials.contains { $0.text == "fault@stall:after-commit:1" })
    #expect(!trials.contains { $0.text.hasSuffix(":2") }, "there was one request only")
  }

  @Test("each call is a point before and after it")
  func calls() {
    let calls = Self.trials(.init(watchesCalls: true)).filter { $0.points[0].isCall }
    #expect(
      calls.map(\.text)
        == (1...3).flatMap { ["kill@call:\($0):before", "kill@call:\($0):after"] })
  }

  @Test("power is lost before each sync and when somebody has learnt of something")
  func powerLosses() {
    let trials = Self.trials(.init(watchesCalls: true, images: [.strict]))
    #expect(
      trials.filter { $0.event == .powerLoss(.strict) }.map(\.text) == [
        "power-loss-strict@sync:1", "power-loss-strict@sync:2",
        "power-loss-strict@hello:answered:1", "power-loss-strict@server:after-commit:1",
      ])
  }

  @Test("at depth 2 each kill is followed by each second one, and no fault is")
  func depth() {
    let one = Self.trials(.init(depth: 1, watchesCalls: true))
    let two = Self.trials(.init(depth: 2, watchesCalls: true))
    let kills = one.count { $0.event == .kill }
    #expect(two.count == one.count + kills * TrialList.secondPoints.count)
    #expect(two.filter { $0.points.count == 2 }.allSatisfy { $0.event == .kill })
  }

  @Test("a line of the tracer's log names the call and its files, and other lines are none")
  func callLine() throws {
    let line = try #require(CallLine("call\t4\t0\trename\ta.tmp\ta\t0"))
    #expect(line.number == 4 && line.syncNumber == nil && line.text == "rename a.tmp a")
    #expect(CallLine("call\t5\t2\tfdatasync\tq-wal\t-\t0")?.syncNumber == 2)
    #expect(CallLine("tree\t4") == nil)
    #expect(CallLine("call\tx\t0\twrite\ta\t-\t0") == nil)
  }
}
