import AcceptanceModel
import Testing

@testable import AcceptanceRunner

@Suite("What counts as coming nearer")
struct ProgressEstimateTests {
  private static let a = OperationName("A")
  private static let b = OperationName("B")

  private static func scenario(_ faults: PlannedFault...) -> Scenario {
    Scenario(id: ScenarioID("s"), title: "t", faults: faults, steps: [])
  }

  private static func fault(_ name: OperationName?, _ sends: ClosedRange<Int>) -> PlannedFault {
    PlannedFault(
      kind: "k", selector: .operation(name, sends: sends), point: .beforeCommit, action: .reset)
  }

  /// `count` complete sends of an operation, each answered 503 and recorded.
  private static func live(_ operation: OperationName, sends count: Int) -> RunState {
    var live = RunState()
    for number in 1...count {
      let request = RequestNumber(number)
      live.take(
        .server(
          .arrived(
            SendFacts(
              request: request, connection: ConnectionNumber(number),
              attribution: .marker(operation), key: .missing,
              body: BodyFacts(byteCount: 1, digest: "d", canonicalDigest: nil),
              sendOfOperation: number, sendOfKey: 0))))
      live.take(.server(.committed(RecordNumber(number), request)))
      live.take(.server(.answered(request, AnswerFacts(status: 503, content: .error))))
    }
    return live
  }

  @Test("each of the sends up to the awaited one, and its end")
  func sends() {
    let approach = ProgressEstimate(
      towards: .send(Self.a, number: 13), operations: [Self.a], in: Self.scenario(),
      on: ServerSpec())
    #expect(approach.progress(in: RunState()) == 0)
    #expect(approach.progress(in: Self.live(Self.a, sends: 5)) == 10)
    #expect(approach.progress(in: Self.live(Self.a, sends: 13)) == approach.most)
    #expect(approach.progress(in: Self.live(Self.a, sends: 40)) == approach.most)
  }

  @Test("another operation's sends are no progress")
  func others() {
    let approach = ProgressEstimate(
      towards: .recorded(Self.a), operations: [Self.a], in: Self.scenario(), on: ServerSpec())
    #expect(approach.progress(in: Self.live(Self.b, sends: 5)) == 0)
  }

  @Test("a record for each send comes nearer only as often as the faults make sends necessary")
  func recordForEachSend() {
    let approach = ProgressEstimate(
      towards: .state(Self.a, .done), operations: [Self.a],
      in: Self.scenario(Self.fault(Self.a, 1...2), Self.fault(Self.b, 1...100)), on: ServerSpec())
    // Three sends with their ends and one record; the fault's own two acts were not seen.
    #expect(approach.progress(in: Self.live(Self.a, sends: 90)) == 7)
    #expect(approach.most == 9)
  }

  @Test("a server that loses first answers makes one more send necessary")
  func lostFirstAnswer() {
    var server = ServerSpec()
    server.firstAnswer = .lost(status: 503)
    let approach = ProgressEstimate(
      towards: .state(Self.a, .done), operations: [Self.a], in: Self.scenario(), on: server)
    #expect(approach.most == 5)
  }

  @Test("a fault's acting counts, where no whole request comes of it")
  func acts() {
    let fault = PlannedFault(
      kind: "k", selector: .connection(1...3), point: .accept, action: .reset)
    let approach = ProgressEstimate(
      towards: .send(Self.a, number: 1), operations: [Self.a], in: Self.scenario(fault),
      on: ServerSpec())
    var live = RunState()
    live.take(.server(.faultActed(index: 0, nil, ConnectionNumber(1))))
    #expect(approach.progress(in: live) == 1)
  }

  @Test("the pause that the server asks for is added to the limit")
  func pauses() {
    var live = Self.live(Self.a, sends: 1)
    let approach = ProgressEstimate(
      towards: .send(Self.a, number: 2), operations: [Self.a], in: Self.scenario(),
      on: ServerSpec())
    #expect(approach.pauseAsked(in: live) == .zero)
    live.take(
      .server(
        .answered(
          RequestNumber(1),
          AnswerFacts(status: 503, content: .error, retryAfter: .seconds(120)))))
    #expect(approach.pauseAsked(in: live) == .seconds(120))
    let deadline = ProgressDeadline(
      approach, limit: .seconds(9), live: live,
      now: WaitStart(machine: MachineReading(at: .now), reapedCount: 0))
    #expect(deadline.left > .seconds(240))
  }
}

@Suite("How long a scenario may take")
struct ScenarioTimeoutTests {
  @Test("a limit for each send that is awaited, by the client's own pauses")
  func perSend() {
    let a = OperationName("A")
    let scenario = Scenario(
      id: ScenarioID("s"), title: "t",
      steps: [
        .launch(.app, LaunchOptions()), .submit(a, body: nil, count: 1, in: .app),
        .await(.send(a, number: 13)),
      ])
    var limits = ClientLimits()
    #expect(
      ScenarioTimeout.time(for: scenario, on: ServerSpec(), by: limits) > limits.sendDeadline * 13)
    limits.retryCap = .milliseconds(10)
    limits.responseTimeout = .milliseconds(10)
    limits.lease = .milliseconds(10)
    #expect(
      ScenarioTimeout.time(for: scenario, on: ServerSpec(), by: limits) == ScenarioTimeout.least)
  }
}
