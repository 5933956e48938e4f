// Owns: the scenario's client processes: launching, greeting, signalling, and their ends.

import AcceptanceModel
import ClientContract
import ClientDriving
import StrictJSON

extension ScenarioRun {
  func launch(_ process: ProcessName, _ options: LaunchOptions) async throws(StepFailure) {
    launchCount += 1
    let launch = LaunchNumber(launchCount)
    recorder.append(.client(.launched(launch, process)))
    lastLaunch[process] = launch
    let session = try await startSession(launch, options)
    sessions.append(session)
    crash?.launched(launch, session)
    crew[process] = ClientInstance(
      launch: launch, session: session,
      fileWrites: options.refusesFileWrites ? .refused : .allowed)
    Task {
      let status = await session.exit
      self.ended(launch, process, status)
    }
    try await greet(launch, session)
  }

  private func startSession(
    _ launch: LaunchNumber, _ options: LaunchOptions
  ) async throws(StepFailure) -> any ClientSession {
    var request = LaunchRequest(
      environment: environment(options),
      refusesFileWrites: options.refusesFileWrites, runReaper: settings.runReaper,
      onEvent: { [recorder, secrets, crash, handOn = outputHandler(of: launch)] event in
        crash?.heard(event, from: launch)
        guard case .output(let channel, let bytes) = event else { return }
        handOn(channel, bytes)
        if secrets.isLeak(bytes, of: launch, on: channel) {
          recorder.append(.client(.secretSeen(launch, channel)))
        }
      })
    request.prefix = try tracedPrefix()
    do throws(DrivingError) {
      let driver = try settings.drivers.driver(of: table.client)
      let session = try await driver.launch(request)
      home = home ?? HomeDirectoryMonitor(path: folders.home)
      return session
    } catch {
      throw .error(.clientNotStarted(reason: "\(error)", stderrByteCount: 0))
    }
  }

  /// Hands on what a launch prints to whoever asked for it.
  private func outputHandler(
    of launch: LaunchNumber
  ) -> @Sendable (OutputChannel, [UInt8]) -> Void {
    let kept = settings.keepsFolders ? KeptOutput(root: folders.root) : nil
    return { [id = scenario.id, sink = settings.outputSink, secrets] channel, bytes in
      kept?.append(bytes, of: launch, on: channel)
      sink?(
        ClientOutputChunk(
          scenario: id, launch: launch, channel: channel, bytes: bytes,
          isConfidential: { secrets.isSecret(in: $0) }))
    }
  }

  private func environment(_ options: LaunchOptions) -> ClientEnvironment {
    if options.token == .new { token = credentials.next() }
    secrets.plant(credentials.planted)
    return ClientEnvironment(
      endpoint: "http://127.0.0.1:\(port)\((scenario.server ?? table.server).path)",
      port: UInt16(port), folders: folders, programFolder: settings.programFolder,
      named: table.client.environment, token: token,
      clockOffset: options.clockOffset)
  }

  private func greet(_ launch: LaunchNumber, _ session: any ClientSession) async throws(StepFailure)
  {
    let isFirst = abilities == nil && !isRecovering
    switch try await perform(.hello, on: session) {
    case .answered(let payload):
      guard let greeting = payload.greeting else {
        throw broken(launch, "its answer to hello has no \"protocol\"; this runner speaks 1")
      }
      guard greeting.protocolVersion == ContractCommand.protocolVersion else {
        throw broken(
          launch, "it speaks protocol \(greeting.protocolVersion); this runner speaks 1")
      }
      try welcome(greeting, launch)
    case .failed(errorIsBusy: true, _) where !isFirst:
      recorder.append(.client(.greeted(launch, .busy)))
      let isAlone = recorder.live.running == [launch]
      if try await exits(session) { await reaped(launch) }
      // With one process, the client blocks itself: the rules report it.
      throw isAlone
        ? .judged
        : .skipped(
          reason: "the client lets one process at a time use its queue: the second said `busy`")
    case .failed, .unsupported:
      recorder.append(.client(.greeted(launch, .refused)))
      if isFirst { throw notStarted(session, "it answered hello with a failure") }
      throw .judged
    case .unanswered:
      if isFirst {
        throw notStarted(
          session, "it did not answer hello within \(limits.answerWithin.milliseconds) ms")
      }
      throw unanswered(launch, .hello)
    case .ended(let status):
      if isFirst { throw notStarted(session, "it ended before it answered hello (\(status))") }
      await reaped(launch)
      throw .judged
    case .breached(let breach):
      throw breached(launch, breach)
    }
  }

  private func welcome(_ greeting: Greeting, _ launch: LaunchNumber) throws(StepFailure) {
    let declared = greeting.limits
    limits = ClientLimits()
    limits.apply(declared)
    limits.apply(table.client.limits)
    abilities = Set(greeting.can.compactMap { Ability(rawValue: $0) })
    recorder.append(.client(.greeted(launch, .ok(can: greeting.can, declared))))
    let missing = scenario.abilitiesNeeded.filter { abilities?.contains($0) != true }
    guard missing.isEmpty else {
      throw .skipped(
        reason: "the client does not declare the ability to "
          + missing.map { "\($0)" }.joined(separator: ", "))
    }
  }

  /// What a client declares it must have: the scenario was not skipped for the want of it.
  func denied(_ launch: LaunchNumber, _ command: ContractVerb) -> StepFailure {
    recorder.append(.client(.abilityDenied(launch, command: command.rawValue)))
    return .judged
  }

  /// A program that the table names and the system cannot start is the table's mistake.
  func breached(_ launch: LaunchNumber, _ breach: SessionBreach) -> StepFailure {
    if case .verbNotStarted(let error) = breach {
      return .error(.clientNotStarted(reason: "\(error)", stderrByteCount: 0))
    }
    return broken(launch, "\(breach)")
  }

  func broken(_ launch: LaunchNumber, _ reason: Message) -> StepFailure {
    recorder.append(.client(.contractBroken(launch, reason: reason)))
    return .error(.contractBroken(reason: reason))
  }

  private func notStarted(_ session: any ClientSession, _ reason: Message) -> StepFailure {
    .error(.clientNotStarted(reason: reason, stderrByteCount: session.output.stderrBytes))
  }

  private func ended(_ launch: LaunchNumber, _ process: ProcessName, _ exit: ProcessExit) {
    if crew[process]?.launch == launch { crew[process] = nil }
    if crash?.ended(launch, in: folders) == true {
      recorder.append(.client(.signalled(launch, .kill)))
    }
    recorder.append(.client(.exited(launch, exit)))
  }

  /// Signals a process; where the signal ends it, returns after its end is in the history.
  func signal(_ process: ProcessName, _ signal: ProcessSignal, index: Int) async throws(StepFailure)
  {
    let instance = try self.instance(process, index: index)
    if signal == .kill { return await kill(instance) }
    recorder.append(.client(.signalled(instance.launch, signal)))
    instance.session.signal(signal)
    if signal == .terminate { try await quitInOrder(instance) }
  }

  /// SIGKILL; returns after the end is in the history.
  func kill(_ instance: ClientInstance) async {
    recorder.append(.client(.signalled(instance.launch, .kill)))
    instance.session.signal(.kill)
    await reaped(instance.launch)
  }

  /// Ends the input, and kills what does not quit in its own time: that is a finding.
  func quit(_ instance: ClientInstance) async throws(StepFailure) {
    recorder.append(.client(.signalled(instance.launch, nil)))
    instance.session.endInput()
    try await quitInOrder(instance)
  }

  private func quitInOrder(_ instance: ClientInstance) async throws(StepFailure) {
    do throws(StepFailure) {
      if try await exits(instance.session) { return await reaped(instance.launch) }
    } catch {
      // A machine that gave it no time to quit in says nothing of the client.
      await kill(instance)
      throw error
    }
    recorder.append(.client(.unanswered(instance.launch, command: ContractVerb.quit.rawValue)))
    await kill(instance)
  }

  /// Whether it ends in its own time.
  private func exits(_ session: any ClientSession) async throws(StepFailure) -> Bool {
    try await wait(upTo: limits.quit) { await session.exitWithin($0) != nil }
  }

  /// Waits until the end of a launch, which is guaranteed, is in the history.
  func reaped(_ launch: LaunchNumber) async {
    // Waiting without the caller's cancellation: what follows relies on the process being gone.
    await Task { [recorder] in
      _ = await recorder.wait(within: .seconds(30)) { !$0.running.contains(launch) }
    }.value
  }

  func instance(_ process: ProcessName, index: Int) throws(StepFailure) -> ClientInstance {
    guard let instance = crew[process] else {
      if recorder.live.greeted.isEmpty {
        throw .error(.stepImpossible(index: index, reason: "\(process) was never launched"))
      }
      // What comes after can't be done, so nothing has shown that the client is right.
      try requireNoDeserter()
      throw .error(.stepImpossible(index: index, reason: "\(process) has ended"))
    }
    return instance
  }

  /// An app does not end before it is asked to. Where its end was a crash, it is already reported.
  func requireNoDeserter() throws(StepFailure) {
    let live = recorder.live
    for (process, launch) in lastLaunch where !live.asked.contains(launch) {
      guard case .status(let status) = live.exits[launch], table.client.okExit.contains(status)
      else { continue }
      throw broken(launch, "\(process) has ended by itself")
    }
  }

  /// The fault "kill the client here": the server has parked this request.
  ///
  /// The kill waits for greetings and for submits that are on their way, as long as a command may
  /// take: a client that was never heard of owes nothing, and the scenario would prove nothing.
  func killClient(heldAt request: RequestNumber) async {
    // Where the submit itself sends, its answer may wait for this very request.
    let sendsFirst = crew.values.contains { $0.session.sendsBeforeAnswering }
    let limit: Duration = sendsFirst ? .milliseconds(500) : limits.answerWithin
    // Where the machine gave it no time, it is killed all the same: the rules know what it owed.
    _ = try? await wait(upTo: limit) { [recorder] left in
      await recorder.wait(within: left) { live in
        live.held.contains(request) && live.openSubmits.isEmpty
          && live.running.isSubset(of: live.greeted)
      }
    }
    for instance in crew.values { await kill(instance) }
    server.resume(request)
  }
}
