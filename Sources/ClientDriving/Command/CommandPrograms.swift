// Owns: starting the programs of one launch, waiting for each as long as it may take, and ending
// them. Does not own: what their ends mean (CommandLife, CommandReading).

import AcceptanceModel
import Synchronization

final class CommandPrograms: Sendable {
  private struct State {
    var life = CommandLife()
    var processes: [Int32: PipedProcess] = [:]
  }

  let plan: CommandPlan
  let output: CommandOutput
  private let folder: CommandFolder
  private let ambient: [String: String]
  private let runReaper: RunReaper?
  private let refusesFileWrites: Bool
  private let prefix: [String]
  /// A burst of taps is a burst of programs, and a machine that starts a hundred at once keeps none of
  /// their deadlines. A program that waits here has no deadline running yet.
  private let semaphore = AsyncSemaphore(count: 8)
  private let finished = OneShotSignal<ProcessExit>()
  private let state = Mutex(State())

  init(plan: CommandPlan, folder: CommandFolder, ambient: [String: String], request: LaunchRequest)
  {
    self.plan = plan
    self.folder = folder
    self.ambient = ambient
    runReaper = request.runReaper
    refusesFileWrites = request.refusesFileWrites
    prefix = request.prefix
    output = CommandOutput(onEvent: request.onEvent)
  }

  var exit: ProcessExit { get async { await finished.value } }

  func exitWithin(_ limit: Duration) async -> ProcessExit? { await finished.value(within: limit) }

  var over: ProcessExit? { state.withLock { $0.life.over } }

  /// A program that runs now, the app before all others.
  var processID: Int32? { state.withLock { $0.life.running.min() } }

  /// Calls a verb. Where the waiting task is cancelled the program is killed.
  func call(
    _ name: CommandVerb.Name, words: [String: String] = [:], within limit: Duration
  ) async -> VerbEnd {
    guard let verb = plan.verbs[name] else { return .missing }
    await semaphore.wait()
    defer { semaphore.signal() }
    if let over { return .sessionOver(over) }
    let stdout = VerbStdout()
    let process: PipedProcess
    do throws(DrivingError) {
      process = try await start(name, verb, words: words, into: stdout)
    } catch {
      return .notStarted(error)
    }
    let isApp = name == .launch && verb.mode == .background
    handle(.started(process.child.processID, isApp: isApp), process)
    switch verb.mode {
    case .background:
      Task { self.handle(.ended(process.child.processID, await process.exit, byRunner: false)) }
      return .running
    case .wait:
      process.endInput()
      return await end(of: process, within: verb.deadline ?? limit, okExit: verb.okExit, stdout)
    }
  }

  private func end(
    of process: PipedProcess, within limit: Duration, okExit: Set<Int32>, _ stdout: VerbStdout
  ) async -> VerbEnd {
    let inTime = await process.exitWithin(limit)
    if inTime == nil { process.child.signal(LibC.kill) }
    let status = await process.exit
    handle(.ended(process.child.processID, status, byRunner: inTime == nil))
    let end = VerbEnd.ended(
      status, stdout: stdout.stdout, stderrByteCount: stdout.stderrByteCount)
    // What it had done before the app's end came, it has done.
    if case .status(let number) = status, okExit.contains(number) { return end }
    if let over { return .sessionOver(over) }
    return inTime == nil ? .overdue : end
  }

  private func start(
    _ name: CommandVerb.Name, _ verb: CommandVerb, words: [String: String],
    into stdout: VerbStdout
  ) async throws(DrivingError) -> PipedProcess {
    let refuses: Bool =
      switch name {
      case .launch, .submit, .sync, .retry: refusesFileWrites
      case .reset, .tasks, .damage, .terminate, .kill, .diagnostics: false
      }
    var spec = plan.spec(verb, words: words, ambient: ambient, refusesFileWrites: refuses)
    if name != .reset, name != .kill { spec.arguments = prefix + spec.arguments }
    do {
      return try await PipedProcess.start(
        spec, home: plan.environment.folders.home, runReaper: runReaper
      ) { [output] event in
        switch event {
        case .bytes(let channel, let bytes):
          stdout.take(bytes, from: channel)
          output.take(bytes, from: channel)
        case .written, .ended: break
        }
      }
    } catch {
      throw .inVerb(name.rawValue, error)
    }
  }

  // MARK: - Ends

  func quit() { handle(.quitAsked) }
  func kill() { handle(.killAsked) }

  func signalAll(_ number: Int32) {
    CommandOrphans.signal(number, sessions, folders: plan.environment.folders)
  }

  /// Programs that have ended may have left some that still hold their pipes.
  func close() {
    let processes = state.withLock { state in
      defer { state.processes = [:] }
      return state.processes.values
    }
    for process in processes { process.close() }
  }

  private var sessions: Set<Int32> { state.withLock { Set($0.processes.keys) } }

  private var running: [PipedProcess] {
    state.withLock { state in state.life.running.compactMap { state.processes[$0] } }
  }

  private func handle(_ event: CommandLife.Event, _ process: PipedProcess? = nil) {
    let effects = state.withLock { state in
      if let process { state.processes[process.child.processID] = process }
      return state.life.handle(event)
    }
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: CommandLife.Effect) {
    switch effect {
    case .killGroups(let processes):
      let killed = state.withLock { state in processes.compactMap { state.processes[$0] } }
      for process in killed { process.child.signal(LibC.kill) }
    case .quit:
      Task {
        await self.callSurrounding(.diagnostics)
        if !(await self.callSurrounding(.terminate)) { self.noteFailedEnd(.terminate) }
        for process in self.running {
          process.endInput()
          process.child.signal(LibC.terminate)
        }
        await CommandOrphans.terminate(
          self.sessions, folders: self.plan.environment.folders,
          within: CommandPlan.surroundingsLimit)
        self.handle(.closingDone)
      }
    case .kill:
      Task {
        if !(await self.callSurrounding(.kill)) { self.noteFailedEnd(.kill) }
        await self.sweep()
      }
    case .sweep: Task { await self.sweep() }
    case .finish(let status):
      output.report(.exited(status))
      finished.fulfil(status)
    }
  }

  private func sweep() async {
    await CommandOrphans.kill(sessions, folders: plan.environment.folders)
    handle(.closingDone)
  }

  /// Calls a verb that works on the app from outside, so that no end of the app touches it.
  /// - Returns: Whether it did what it should, or there is none.
  @discardableResult
  private func callSurrounding(_ name: CommandVerb.Name) async -> Bool {
    guard let verb = plan.verbs[name] else { return true }
    do throws(DrivingError) {
      let process = try await start(name, verb, words: [:], into: VerbStdout())
      process.endInput()
      let status = await process.exitWithin(plan.surroundingsLimit(of: name))
      if status == nil {
        process.child.signal(LibC.kill)
        _ = await process.exit
      }
      state.withLock { $0.processes[process.child.processID] = process }
      guard case .status(let number) = status else { return false }
      return verb.okExit.contains(number)
    } catch {
      return false
    }
  }

  private func noteFailedEnd(_ name: CommandVerb.Name) {
    do throws(DrivingError) {
      try folder.noteFailedEnd(name.rawValue)
    } catch {
      output.report(.breached(.verbNotStarted(error)))
    }
  }
}
