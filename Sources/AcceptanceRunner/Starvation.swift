import AcceptanceModel
import ClientContract
import ClientDriving
import Judge
import StrictJSON

/// What was known of the machine and of the client's processes when a wait began.
struct WaitStart: Sendable {
  let machine: MachineReading
  let reapedCount: Int

  var at: ContinuousClock.Instant { machine.at }
}

extension ScenarioRun {
  func startWaiting() -> WaitStart {
    WaitStart(
      machine: MachineWatch.shared.reading(),
      reapedCount: ProcessorWait.ofScenario(home: folders.home).reapedCount)
  }

  /// Time since `start` in which the client or the runner was ready to run and did not.
  func lackingTime(since start: WaitStart) -> Duration {
    let now = MachineWatch.shared.reading()
    let wait = ProcessorWait.ofScenario(home: folders.home)
    return LackingTime.total(
      of: start.at.duration(to: now.at), lacking: wait.lacking,
      isMeasured: wait.isComplete && wait.reapedCount == start.reapedCount,
      delay: now.delay(since: start.machine), load: now.load(since: start.machine))
  }

  /// Whether a wait has lasted as long as the client's limits allow, not counting the time that the
  /// machine kept from the client.
  ///
  /// - Throws: `machineStarved` where the machine gave it almost nothing.
  func isOver(_ deadline: inout ProgressDeadline) throws(StepFailure) -> Bool {
    if isVerdictSettled(after: deadline.waited) { deadline.settle(now: startWaiting()) }
    guard deadline.isOver else { return false }
    let lacking = lackingTime(since: deadline.since)
    switch deadline.extend(by: lacking) {
    case nil: return false
    case .timedOut: return true
    case .starved:
      throw .error(.machineStarved(waited: deadline.waited, lacking: lacking))
    }
  }

  /// Waits for a limit, and as much longer as the machine kept from the client meanwhile.
  ///
  /// - Parameters:
  ///   - endsSettled: Whether it ends early once the verdict is settled, whatever comes.
  ///   - wait: Waits that long at most, and says whether what it waited for has happened.
  /// - Returns: Whether it has.
  func wait(
    upTo limit: Duration, endsSettled: Bool = false, for wait: (Duration) async -> Bool
  ) async throws(StepFailure) -> Bool {
    let start = startWaiting()
    var fair = FairLimit(limit)
    while true {
      let left = fair.allowed - start.at.duration(to: clock.now)
      if await wait(endsSettled ? min(left, Self.settledInterval) : left) { return true }
      if Task.isCancelled { return false }
      let waited = start.at.duration(to: clock.now)
      if endsSettled, waited >= ProgressDeadline.settledLimit, isVerdictSettled(after: waited) {
        return false
      }
      guard waited >= fair.allowed else { continue }
      let lacking = lackingTime(since: start)
      switch fair.extend(by: lacking, after: waited) {
      case nil: continue
      case .timedOut: return false
      case .starved: throw .error(.machineStarved(waited: waited, lacking: lacking))
      }
    }
  }

  /// How often a long wait looks whether the verdict is settled.
  static let settledInterval: Duration = .seconds(1)

  /// Writes a command and waits for its answer, as long as the client may take for it and as much
  /// longer as the machine gave it no processor.
  func perform(
    _ verb: ContractCommand.Verb, on session: any ClientSession
  ) async throws(StepFailure) -> CommandOutcome {
    crash?.issued(verb.word.rawValue, to: session)
    return try await answer { await session.perform(verb, within: $0) }
  }

  func submit(
    _ body: JSONValue, as label: SubmitLabel, on session: any ClientSession
  ) async throws(StepFailure) -> CommandOutcome {
    crash?.issued(CommandVerb.Name.submit.rawValue, to: session)
    return try await answer { await session.submit(body, as: label, within: $0) }
  }

  private func answer(
    _ command: @escaping @Sendable (Duration) async -> CommandOutcome
  ) async throws(StepFailure) -> CommandOutcome {
    let bound = FairLimit(limits.answerWithin).bound
    let command = Task { await command(bound) }
    let alarm = Task { () -> StepFailure? in
      do throws(StepFailure) {
        let isAnswered = try await wait(upTo: limits.answerWithin) { left in
          // A cancelled sleep: the answer is there.
          (try? await Task.sleep(for: left)) == nil
        }
        if !isAnswered { command.cancel() }
        return nil
      } catch {
        command.cancel()
        return error
      }
    }
    let outcome = await withTaskCancellationHandler {
      await command.value
    } onCancel: {
      command.cancel()
    }
    alarm.cancel()
    if outcome == .unanswered, let over = await alarm.value { throw over }
    return outcome
  }

  func isJudgingDue(after waited: Duration) -> Bool { !isSettled && waited >= nextJudging }

  /// Whether a finding is known already that nothing which happens later can take back.
  ///
  /// Asked in long waits only, less and less often: it judges the whole history so far.
  private func isVerdictSettled(after waited: Duration) -> Bool {
    if isSettled { return true }
    guard isJudgingDue(after: waited) else { return false }
    nextJudging = max(Self.firstJudging, waited * 2)
    let history = History(terms: terms, entries: recorder.entries).withLateKeys
    isSettled = Judge.hasFinalFinding(history)
    return isSettled
  }
}
