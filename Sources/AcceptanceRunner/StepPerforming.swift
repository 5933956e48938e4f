// Owns: doing one step of a scenario. Does not own: waiting (Awaiting) or processes (Crew).

import AcceptanceModel
import ClientContract
import ClientDriving
import Judge
import StrictJSON

extension ScenarioRun {
  func perform(_ step: Step, index: Int) async throws(StepFailure) {
    guard !Task.isCancelled, !isBrokenOff else { throw .judged }
    switch step {
    case .launch(let process, let options): try await launch(process, options)
    case .submit(let operation, let body, let count, let process):
      let instance = try instance(process, index: index)
      let operations = book.submit(operation, body: body, count: count)
      try await submit(operations, to: instance, index: index)
    case .tapAgain(let operation, let original, let process):
      let instance = try instance(process, index: index)
      book.repeatTap(operation, like: original)
      try await submit([operation], to: instance, index: index)
    case .sync(let process): try await sync(try instance(process, index: index))
    case .retry(let operation, let process):
      let instance = try instance(process, index: index)
      let task = try task(of: operation, index: index)
      recorder.append(.client(.retryAsked(operation, instance.launch)))
      try await command(.retry(task: task.text), to: instance)
    case .damageStore(let operation, let process):
      let instance = try instance(process, index: index)
      let task = try task(of: operation, index: index)
      try await damage(task, to: instance, index: index)
      recorder.append(.client(.damaged(operation, instance.launch)))
    case .tasks(let process): _ = try await list(try instance(process, index: index))
    case .await(let awaited): try await wait(for: awaited, index: index)
    case .check(let check):
      if try await !holds(check) {
        guard !isBrokenOff else { throw .judged }
        if let reason = obstacle(to: check) {
          throw .error(.stepImpossible(index: index, reason: reason))
        }
        recorder.append(.runner(.checkFailed(index: index, check)))
      }
    case .kill(let process, let signal): try await self.signal(process, signal, index: index)
    case .quit(let process): try await quit(try instance(process, index: index))
    case .server(.down): server.takeDown()
    case .server(.up): server.bringUp()
    case .server(.restart(let records)): server.restart(records)
    case .server(.clock(let duration)): server.moveClock(by: duration)
    case .release(let operation): release(operation)
    }
  }

  /// A client may have given up on a held send before: what that means is for the history to say.
  private func release(_ operation: OperationName?) {
    for request in recorder.live.held(operation.map(book.names)) { server.resume(request) }
  }

  /// Taps of a burst that wait for their answer at the same time. A command must be answered
  /// within seconds, however many there are: no user taps two hundred times at once.
  private static let openTapLimit = 8

  /// Taps *New*, a burst's taps as fast as they are answered, and returns when each has its answer.
  private func submit(
    _ operations: [OperationName], to instance: ClientInstance, index: Int
  ) async throws(StepFailure) {
    for operation in operations {
      guard let page = book.pages[operation] else { continue }
      server.register(operation, marker: page.marker)
      secrets.plant(page.secrets)
    }
    let over = await withTaskGroup(of: StepFailure?.self) { group in
      var waiting = operations.dropFirst(Self.openTapLimit).makeIterator()
      for operation in operations.prefix(Self.openTapLimit) {
        group.addTask { await self.submit(operation, to: instance, index: index) }
      }
      var over: StepFailure?
      for await outcome in group {
        over = over ?? outcome
        guard over == nil, !Task.isCancelled, let next = waiting.next() else { continue }
        group.addTask { await self.submit(next, to: instance, index: index) }
      }
      return over
    }
    if let over { throw over }
  }

  private func submit(
    _ operation: OperationName, to instance: ClientInstance, index: Int
  ) async -> StepFailure? {
    guard let page = book.pages[operation] else { return nil }
    recorder.append(.client(.submitted(operation, instance.launch, like: page.like)))
    guard instance.session.sendsBeforeAnswering else {
      return await acknowledgement(of: operation, page, from: instance, index)
    }
    // It sends before it answers, so its answer may wait for the step that releases the send.
    let tap = Task {
      let over = await self.acknowledgement(of: operation, page, from: instance, index)
      if self.lateTapEnd == nil { self.lateTapEnd = over }
    }
    openTaps.append(tap)
    await withTaskCancellationHandler {
      _ = await recorder.wait(within: limits.answerWithin) { live in
        !live.openSubmits.contains(operation) || !live.held([operation]).isEmpty
      }
      if recorder.live.held([operation]).isEmpty { await tap.value }
    } onCancel: {
      tap.cancel()
    }
    return lateTapEnd
  }

  private func acknowledgement(
    of operation: OperationName, _ page: SubmittedOperations.Entry, from instance: ClientInstance,
    _ index: Int
  ) async -> StepFailure? {
    let launch = instance.launch
    let label = SubmitLabel(operation: operation.text, marker: page.marker.text)
    let outcome: CommandOutcome
    do throws(StepFailure) {
      outcome = try await submit(page.body, as: label, on: instance.session)
    } catch {
      recorder.append(.client(.submitUnanswered(operation, launch)))
      return error
    }
    switch outcome {
    case .answered(let payload):
      guard let task = payload.task else {
        recorder.append(.client(.submitUnanswered(operation, launch)))
        return broken(launch, "its answer to submit has no \"task\"")
      }
      let key = payload.key.map(IdempotencyKey.init)
      if let key { server.register(operation, key: key) }
      book.acknowledge(operation, as: TaskID(task))
      recorder.append(.client(.acknowledged(operation, launch, TaskID(task), key)))
      return nil
    case .failed:
      recorder.append(.client(.submitRefused(operation, launch, instance.fileWrites)))
      return isRightToRefuse(operation, in: instance)
        ? nil : .error(.stepImpossible(index: index, reason: Self.refusal(of: operation)))
    case .unsupported:
      recorder.append(.client(.submitRefused(operation, launch, instance.fileWrites)))
      return denied(launch, .submit)
    case .unanswered:
      recorder.append(.client(.submitUnanswered(operation, launch)))
      return unanswered(launch, .submit)
    case .ended:
      recorder.append(.client(.submitUnanswered(operation, launch)))
      return nil
    case .breached(let breach):
      recorder.append(.client(.submitUnanswered(operation, launch)))
      return breached(launch, breach)
    }
  }

  /// Whether the scenario continues after a refused tap: the scenario has filled the disk,
  /// the server itself had refused the operation, or the table waives the finding.
  private func isRightToRefuse(_ operation: OperationName, in instance: ClientInstance) -> Bool {
    let isWaived = scenario.waivers.contains {
      $0.code == NotQueued.code || $0.code == TapRefused.code
    }
    let answer = recorder.live.latestAnswer(to: operation)
    return instance.fileWrites == .refused || isWaived
      || answer.map { answers.duty(for: $0).permitsStop } ?? false
  }

  static func refusal(of operation: OperationName) -> Message {
    "the client refused the submit of \(operation)"
  }

  func sync(_ instance: ClientInstance) async throws(StepFailure) {
    recorder.append(.client(.synced(instance.launch)))
    try await command(.sync, to: instance)
  }

  /// Where the record was not damaged, whatever comes after it proves nothing.
  private func damage(
    _ task: TaskID, to instance: ClientInstance, index: Int
  ) async throws(StepFailure) {
    guard try await command(.damage(task: task.text), to: instance) else {
      throw .error(
        .stepImpossible(index: index, reason: "the client did not damage the record"))
    }
  }

  /// A command whose answer carries nothing.
  ///
  /// - Returns: Whether the client says that it has done it.
  @discardableResult
  private func command(
    _ verb: ContractCommand.Verb, to instance: ClientInstance
  ) async throws(StepFailure) -> Bool {
    switch try await perform(verb, on: instance.session) {
    case .answered: return true
    case .ended, .failed: return false
    case .unsupported: throw denied(instance.launch, verb.word)
    case .unanswered: throw unanswered(instance.launch, verb.word)
    case .breached(let breach): throw breached(instance.launch, breach)
    }
  }

  /// What the client lists now; `nil` where its process has ended.
  ///
  /// A listing that repeats the last one, with nothing seen by the server in between, is not
  /// written again: a long wait would fill the history with it.
  func list(_ instance: ClientInstance) async throws(StepFailure) -> [TaskReport]? {
    let observationCount = recorder.live.serverObservationCount
    switch try await perform(.tasks, on: instance.session) {
    case .answered(let payload):
      guard let lines = payload.tasks else {
        throw broken(instance.launch, "its answer to tasks has no \"tasks\"")
      }
      let reports = lines.map(report)
      let last = lastListing[instance.launch]
      if last?.reports != reports || last?.serverObservationCount != observationCount {
        recorder.append(.client(.listed(instance.launch, reports)))
        lastListing[instance.launch] = (reports, observationCount)
      }
      return reports
    case .ended: return nil
    case .failed: throw broken(instance.launch, "it answered tasks with a failure")
    case .unsupported: throw denied(instance.launch, .tasks)
    case .unanswered: throw unanswered(instance.launch, .tasks)
    case .breached(let breach): throw breached(instance.launch, breach)
    }
  }

  /// A command that the runner itself broke off owes no answer.
  func unanswered(_ launch: LaunchNumber, _ command: ContractVerb) -> StepFailure {
    if !Task.isCancelled {
      recorder.append(.client(.unanswered(launch, command: command.rawValue)))
    }
    return .judged
  }

  private func report(_ line: TaskLine) -> TaskReport {
    let task = TaskID(line.task)
    return TaskReport(
      task: task, operation: book.operation(of: task), key: line.key.map(IdempotencyKey.init),
      state: line.state, hasDiagnosis: line.diagnosis.map { !$0.isEmpty } ?? false)
  }

  private func task(of operation: OperationName, index: Int) throws(StepFailure) -> TaskID {
    guard let task = book.pages[operation]?.task else {
      throw .error(
        .stepImpossible(index: index, reason: "the client never acknowledged \(operation)"))
    }
    return task
  }
}
