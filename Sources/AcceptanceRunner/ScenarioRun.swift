// Owns: one scenario from its first launch to its verdict. Its neighbours in this folder do the
// parts: StepPerforming the steps, Awaiting the waiting, Crew the processes, Ending the end.

import AcceptanceModel
import ClientDriving
import FaultServer
import Judge
import StrictJSON

actor ScenarioRun {
  struct ClientInstance {
    let launch: LaunchNumber
    let session: any ClientSession
    let fileWrites: FileWrites
  }

  let scenario: Scenario
  let table: ScenarioTable
  let settings: RunSettings
  let folders: ScenarioFolders
  let recorder = HistoryRecorder()
  let secrets = OutputSecretScanner()
  let server: FaultServer
  let clock = ContinuousClock()
  /// What the client promised, with the scenario file's overrides.
  var limits = ClientLimits()
  /// `nil` until the first greeting.
  var abilities: Set<Ability>?
  var book: SubmittedOperations
  var crew: [ProcessName: ClientInstance] = [:]
  var lastLaunch: [ProcessName: LaunchNumber] = [:]
  var sessions: [any ClientSession] = []
  /// Submits whose answers may come after their step.
  var openTaps: [Task<Void, Never>] = []
  /// Why the first of them that failed ends the steps.
  var lateTapEnd: StepFailure?
  var launchCount = 0
  var port = 0
  /// The credential that this scenario's launches get; `nil` where it needs none.
  var token: String?
  var credentials: CredentialGenerator
  /// `nil` until the first launch.
  var home: HomeDirectoryMonitor?
  /// Whether the run was interrupted while this scenario's clients were ended.
  var isEndHurried = false
  var lastListing: [LaunchNumber: (reports: [TaskReport], serverObservationCount: Int)] = [:]

  /// What kept the orderly end from being judged.
  var endError: StepFailure?
  /// Whether a finding is known that nothing which happens later can take back.
  var isSettled = false
  /// How long a wait lasts before the history is judged while it grows.
  var nextJudging = firstJudging
  static let firstJudging: Duration = .milliseconds(500)

  /// Where the run is interrupted; `nil`: nowhere.
  nonisolated let crash: CrashConductor?
  /// Whether a planned death has come, and the rest is the relaunch's.
  var isRecovering = false
  /// How many entries the history had when the machine lost its power.
  var powerLossAt: Int?

  private let heldRequests: AsyncStream<RequestNumber>

  /// - Parameter attempt: From 1; each has a folder of its own, so that what could not be removed of
  ///   an earlier one does not get in the way.
  init(
    scenario: Scenario, ordinal: Int, attempt: Int, table: ScenarioTable,
    sensitiveValues: SensitiveValues, settings: RunSettings, crash plan: CrashPlan? = nil
  ) {
    self.scenario = scenario
    self.table = table
    self.settings = settings
    let digits = String(ordinal)
    let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    let suffix = attempt == 1 ? "" : "-attempt-\(attempt)"
    folders = ScenarioFolders(root: settings.folder + "/" + padded + suffix)
    var generator = SeededGenerator(seed: settings.seed, scenario: scenario.id)
    credentials = CredentialGenerator(seed: generator.next())
    token = scenario.abilitiesNeeded.contains(.token) ? credentials.next() : nil
    book = SubmittedOperations(
      generator: generator, sensitiveFields: table.redaction.sensitiveFields,
      sensitiveValues: sensitiveValues)
    limits.apply(table.client.limits)
    let (stream, continuation) = AsyncStream.makeStream(of: RequestNumber.self)
    heldRequests = stream
    let recorder = recorder
    let spec = scenario.server ?? table.server
    // An app on a device sends through its emulator or a bridge, which is no process of its own.
    let senders = table.client.configuration.isLocal ? SenderIdentification(folders: folders) : nil
    let crash = plan.map {
      CrashConductor(plan: $0, recorder: recorder, faultIndex: scenario.faults.count - 1)
    }
    self.crash = crash
    var configuration = FaultServerConfiguration(scenario: scenario, spec: spec, senders: senders)
    if let crash { configuration.onMoment = { crash.reached($0) } }
    server = FaultServer(configuration) { [faults = scenario.faults] observation in
      recorder.append(.server(observation))
      if case .faultActed(let index, _, _) = observation { crash?.acted(faultIndex: index) }
      if case .faultActed(let index, let request?, _) = observation,
        faults[index].action == .killClient
      {
        continuation.yield(request)
      }
    }
  }

  /// Runs the scenario. Never throws: whatever happens becomes a verdict.
  func run() async -> ScenarioReport {
    let start = clock.now
    let killer = Task { [heldRequests] in
      for await request in heldRequests { await killClient(heldAt: request) }
    }
    let over = await performAll()
    killer.cancel()
    // Ending must not be cut short by the cancellation that may have ended the steps.
    let isInterrupted = Task.isCancelled
    let ending = Task { await end(atOnce: isInterrupted || isOverdue(over)) }
    let output = await withTaskCancellationHandler {
      await ending.value
    } onCancel: {
      Task { await self.hurryEnd() }
    }
    let history = History(terms: terms, entries: recorder.entries).withLateKeys
    var report = ScenarioReport(
      scenario: scenario, verdict: verdict(of: history, over: over ?? endError),
      duration: start.duration(to: clock.now), history: history, output: output)
    report.planted = book.planted + credentials.planted
    return report
  }

  /// The user's own limit has passed, so that the client gets no more time of any kind.
  private func isOverdue(_ over: StepFailure?) -> Bool {
    guard settings.scenarioLimit != nil, case .error(.timedOut) = over else { return false }
    return true
  }

  private func verdict(of history: History, over: StepFailure?) -> Verdict {
    // What an end that was cut short shows, the runner has done.
    if isEndHurried { return .error(.interrupted) }
    if home?.isRemoved(from: folders.home) == true { return .error(.homeRemoved) }
    // What a broken server recorded is not the client's fault.
    if let failure = server.failure { return .error(.serverFailed(reason: "\(failure)")) }
    switch over {
    case .skipped(let reason):
      // What was seen before it was skipped stays seen.
      let findings = Judge.findings(in: history)
      return findings.isEmpty ? .skipped(reason: reason) : .failed(findings)
    // Such a client was not asked to do anything that it did: there is nothing to judge.
    case .error(.clientNotStarted(let reason, let count)):
      return .error(.clientNotStarted(reason: reason, stderrByteCount: count))
    case .error(let error): return Judge.verdict(of: history, error: error)
    case .judged, nil:
      // The script that its premises and faults belong to was broken off.
      if isRecovering { return Judge.verdict(of: history, error: nil) }
      let unreached = server.unreachedFaults.first.map {
        RunnerError.faultNotReached(index: $0, kind: scenario.faults[$0].kind)
      }
      return Judge.verdict(
        of: history, error: Premises.missed(in: history, by: scenario) ?? unreached)
    }
  }

  /// What each answer obliges the client to, on this scenario's server.
  var answers: AnswerContract { table.answers.served(by: scenario.server ?? table.server) }

  var terms: JudgingTerms {
    JudgingTerms(
      scenario: scenario.id, limits: limits, answers: answers, waivers: scenario.waivers,
      expectsKey: (scenario.server ?? table.server).key != .none, okExit: table.client.okExit,
      listsTasks: abilities?.contains(.tasks) ?? false, givesToken: token != nil,
      runnerDelays: MachineWatch.shared.delays(since: recorder.start),
      powerLossAt: powerLossAt)
  }

  /// - Returns: Why the steps ended early; `nil` where all were done.
  private func performAll() async -> StepFailure? {
    let steps = Task { () -> StepFailure? in
      do throws(StepFailure) { try await start() } catch { return error }
      guard let crash else { return await performScript() }
      return await performInterrupted(crash) { await self.performScript() }
    }
    let alarm = Task {
      let began = MachineWatch.shared.reading()
      let start = began.at
      // The client's limits are known only once it has greeted.
      try await Task.sleep(for: settings.scenarioLimit ?? ScenarioTimeout.least)
      try await Task.sleep(until: start.advanced(by: scenarioLimit))
      // Where the user gave no limit, a machine that is late gets more time.
      if settings.scenarioLimit == nil {
        let load = MachineWatch.shared.reading().load(since: began)
        try await Task.sleep(until: start.advanced(by: scenarioLimit * max(1, load)))
      }
      steps.cancel()
    }
    let over = await withTaskCancellationHandler {
      await steps.value
    } onCancel: {
      steps.cancel()
    }
    alarm.cancel()
    recorder.append(.runner(.stepsEnded))
    if Task.isCancelled { return .error(.interrupted) }
    return steps.isCancelled ? .error(.timedOut(after: scenarioLimit)) : over
  }

  private func performScript() async -> StepFailure? {
    do throws(StepFailure) {
      for (index, step) in scenario.steps.enumerated() {
        recorder.append(.runner(.stepBegan(index: index)))
        try await performResting(step, index: index)
      }
      return nil
    } catch {
      return error
    }
  }

  private var scenarioLimit: Duration {
    settings.scenarioLimit
      ?? ScenarioTimeout.time(for: scenario, on: scenario.server ?? table.server, by: limits)
  }

  private func start() async throws(StepFailure) {
    do throws(FaultServerError) {
      port = try server.start()
    } catch {
      throw .error(.serverFailed(reason: "\(error)"))
    }
  }
}
