import AcceptanceModel
import Judge
import Testing

@Suite("What a scenario rests on")
struct PremiseTests {
  private static let once = Premise(operation: .a, sendCount: 1)
  private static let inFlight = Premise(operation: .a, sendCount: 1, isInFlight: true)

  /// Step 0 is done before; the last of `steps` rests on the premise.
  private static func scenario(
    _ step: Step, _ premise: Premise, faults: [PlannedFault] = []
  ) -> Scenario {
    Scenario(
      id: ScenarioID("s"), title: "t", faults: faults, steps: [.tasks(.app), step],
      premises: [1: premise])
  }

  private static func missed(_ scenario: Scenario, _ write: (inout Log) -> Void) -> String? {
    guard
      case .premiseMissed(let index, let reason)? = Premises.missed(
        in: Log(write).history, by: scenario)
    else { return nil }
    #expect(index == 1)
    return reason.text
  }

  /// A client that was answered 503 once, then step 1.
  private static func failedOnce(_ log: inout Log) {
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.runner(.stepBegan(index: 1))
  }

  // MARK: How many sends had arrived

  @Test("a kill after exactly one send meets its moment")
  func killInTime() {
    let reason = Self.missed(Self.scenario(.kill(.app, .kill), Self.once)) { log in
      Self.failedOnce(&log)
      log.kill()
      log.runner(.stepBegan(index: 2))
      log.launch()
      log.deliver("A")
    }
    #expect(reason == nil)
  }

  @Test("a kill after the second send comes too late, also where that arrived before the end only")
  func killTooLate() {
    for isSignalledFirst in [false, true] {
      let reason = Self.missed(Self.scenario(.kill(.app, .kill), Self.once)) { log in
        Self.failedOnce(&log)
        if isSignalledFirst { log.signal(.kill) }
        log.send("A")
        if !isSignalledFirst { log.signal(.kill) }
        log.exit(.signal(9))
      }
      #expect(reason == "2 complete sends of operation A had arrived by then, instead of 1")
    }
  }

  @Test("the end of another process is not the end of the killed one")
  func otherProcess() {
    let reason = Self.missed(Self.scenario(.kill(.app, .kill), Self.once)) { log in
      log.launch()
      log.launch("background")
      log.submit("A")
      log.send("A")
      log.answer(503)
      log.runner(.stepBegan(index: 1))
      log.signal(.kill, launch: 1)
      log.exit(.status(0), launch: 2)
      log.send("A")
      log.exit(.signal(9), launch: 1)
    }
    #expect(reason == "2 complete sends of operation A had arrived by then, instead of 1")
  }

  @Test("a send that was told by its key later counts")
  func lateKey() {
    let reason = Self.missed(Self.scenario(.kill(.app, .kill), Self.once)) { log in
      log.launch()
      log.tap("A")
      log.send(nil, key: "K")
      log.client(.acknowledged(.a, LaunchNumber(1), TaskID("T-A"), IdempotencyKey("K")))
      log.answer(503)
      log.runner(.stepBegan(index: 1))
      log.kill()
    }
    #expect(reason == nil)
  }

  @Test("a tap's moment is the tap: what is sent before its answer comes after it")
  func tap() {
    let reason = Self.missed(
      Self.scenario(.tapAgain(.b, like: .a, in: .app), Self.once)
    ) { log in
      Self.failedOnce(&log)
      log.tap("B", like: "A")
      log.send("A")
      log.acknowledge("B")
    }
    #expect(reason == nil)
  }

  // MARK: In flight

  @Test("a signal while the request is with the server meets its moment")
  func signalInFlight() {
    let reason = Self.missed(Self.scenario(.kill(.app, .terminate), Self.inFlight)) { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.runner(.stepBegan(index: 1))
      log.signal(.terminate)
      log.end(.peerGone)
      log.exit(.status(0))
    }
    #expect(reason == nil)
  }

  @Test("a request that the client gave up before the signal is in flight no more")
  func givenUp() {
    let reason = Self.missed(Self.scenario(.kill(.app, .terminate), Self.inFlight)) { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.runner(.stepBegan(index: 1))
      log.end(.peerGone)
      log.signal(.terminate)
    }
    #expect(reason?.hasPrefix("operation A's latest send was over by then") == true)
  }

  @Test("a wait rests on one send in flight from its beginning to its end")
  func throughout() {
    let scenario = Self.scenario(
      .await(.recorded(.b)), Premise(operation: .a, isInFlight: true))
    let whole = Self.missed(scenario) { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.runner(.stepBegan(index: 1))
      log.runner(.stepBegan(index: 2))
      log.answer(200)
    }
    #expect(whole == nil)
    let anew = Self.missed(scenario) { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.runner(.stepBegan(index: 1))
      log.end(.peerGone)
      log.send("A")
      log.runner(.stepBegan(index: 2))
    }
    #expect(anew == "operation A was sent again meanwhile")
    let never = Self.missed(scenario) { log in
      log.launch()
      log.submit("A")
      log.runner(.stepBegan(index: 1))
    }
    #expect(never == "no send of operation A had arrived by then")
  }

  @Test("a release rests on what is in flight when it acts, not on what it sets off")
  func release() {
    let reason = Self.missed(Self.scenario(.release(.a), Self.inFlight)) { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.server(.held(RequestNumber(1)))
      log.runner(.stepBegan(index: 1))
      log.server(.released(RequestNumber(1)))
      log.answer(403)
      log.runner(.stepBegan(index: 2))
    }
    #expect(reason == nil)
  }

  // MARK: Leases

  @Test(
    "a lease runs for as long as the client declares, from the beginning of the send",
    arguments: [(1900, true), (2100, false)])
  func lease(milliseconds: Int, isRunning: Bool) {
    let reason = Self.missed(
      Self.scenario(.await(.recorded(.b)), Premise(operation: .a, leaseIsRunning: true))
    ) { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.runner(.stepBegan(index: 1))
      log.wait(milliseconds)
      log.runner(.stepBegan(index: 2))
    }
    #expect((reason == nil) == isRunning)
  }

  // MARK: Kills by faults

  private static let killer = PlannedFault(
    kind: "kill-client-after-commit", selector: .operation(.a, sends: 1...1), point: .afterCommit,
    action: .killClient)

  @Test("a kill by a fault after the client gave the request up and sent again proves nothing")
  func lateKill() {
    let scenario = Scenario(
      id: ScenarioID("s"), title: "t", faults: [Self.killer], steps: [.await(.exit(.app))])
    for sendsAgain in [false, true] {
      let log = Log { log in
        log.launch()
        log.submit("A")
        log.runner(.stepBegan(index: 0))
        log.send("A")
        log.commit()
        log.server(.faultActed(index: 0, RequestNumber(1), ConnectionNumber(1)))
        log.server(.held(RequestNumber(1)))
        if sendsAgain {
          log.end(.peerGone)
          log.send("A")
          log.answer(200)
        }
        log.kill()
        log.launch()
        log.deliver("A")
      }
      let error = Premises.missed(in: log.history, by: scenario)
      #expect((error != nil) == sendsAgain)
    }
  }

  // MARK: Answers that came too late

  /// A check of the number of sends that fails after a first send whose answer took so long.
  private static func checked(after milliseconds: Int, faults: [PlannedFault] = []) -> RunnerError?
  {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.send("A")
      for index in faults.indices {
        log.server(.faultActed(index: index, RequestNumber(1), ConnectionNumber(1)))
      }
      log.commit()
      log.wait(milliseconds)
      log.answer(200)
      log.deliver("A")
      log.check(.sends(.a, atLeast: 1, atMost: 1))
    }
    return Premises.missed(
      in: log.history,
      by: Scenario(id: ScenarioID("s"), title: "t", faults: faults, steps: [.tasks(.app)]))
  }

  @Test("a check may not fail for what a right client does after an answer that came late")
  func lateAnswer() {
    #expect(Self.checked(after: 800) != nil)
    #expect(Self.checked(after: 100) == nil)
  }

  @Test("an answer that a fault holds back is meant to be late")
  func delayedAnswer() {
    let stall = PlannedFault(
      kind: "stall", selector: .operation(.a, sends: 1...1), point: .afterCommit, action: .stall)
    #expect(Self.checked(after: 800, faults: [stall]) == nil)
  }

  // MARK: Verdicts

  @Test("a missed premise beats what only checks and waits say, and no other rule")
  func verdicts() {
    let error = RunnerError.premiseMissed(index: 1, reason: "so")
    let checkOnly = Log { log in
      log.launch()
      log.submit("A")
      log.deliver("A")
      log.check(.sends(.a, atLeast: 2, atMost: 2))
    }
    #expect(Judge.verdict(of: checkOnly.history, error: nil) == .failed(checkOnly.findings))
    #expect(Judge.verdict(of: checkOnly.history, error: error) == .error(error))
    let wrong = Log { log in
      log.launch()
      log.submit("A")
      log.deliver("A")
      log.send("A")
      log.answer(200)
      log.check(.sends(.a, atLeast: 1, atMost: 1))
    }
    #expect(Judge.verdict(of: wrong.history, error: error) == .failed(wrong.findings))
  }
}
