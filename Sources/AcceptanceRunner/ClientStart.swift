// Owns: one start of the client outside any scenario: launched, greeted and ended.
// Does not own: what is said of a start that failed (StartFailure).

import AcceptanceModel
import ClientContract
import ClientDriving
import FaultServer

/// What would stop every scenario in the same way is found by one start before the first of them.
package struct ClientStart: Sendable {
  package enum Result: Sendable, Hashable {
    case greeted
    case failed(StartFailure)
    case interrupted
  }

  /// How late an answer to hello may be and still be waited for, to distinguish a client that is
  /// slow or does not flush its output from one that hangs.
  private static let lateness = Duration.seconds(15)
  /// The same on a machine on which time means little.
  private static let busyLateness = Duration.seconds(60)
  /// A client that writes its answer so soon after the end of its input wrote it because of that.
  private static let flushTime = Duration.seconds(1)

  private static let quitTime = Duration.seconds(1)
  /// A killed process is gone within milliseconds; a device's tool may take seconds.
  private static let killTime = Duration.seconds(30)

  private let client: ClientSpec
  private let server: ServerSpec
  private let settings: RunSettings
  private let clock = ContinuousClock()

  package init(table: ScenarioTable, settings: RunSettings) {
    client = table.client
    server = table.server
    self.settings = settings
  }

  package func run() async -> Result {
    switch Loopback.state() {
    case .usable: break
    case .closed(let reason): return .failed(.noPort(reason))
    case .unreachable: return .failed(.portUnreachable)
    }
    // In memory: a start must not touch the records that a table keeps in a file.
    let server = FaultServer(
      FaultServerConfiguration(spec: server, faults: [], records: .memory)
    ) { _ in }
    do throws(FaultServerError) {
      let port = try server.start()
      defer { server.stop() }
      return await start(on: port)
    } catch {
      return .failed(.noPort("\(error)"))
    }
  }

  /// Starts once more, with twice the time, where the machine was too busy for a late answer to
  /// mean anything. A client that does not flush is as late each time.
  private func start(on port: Int) async -> Result {
    var last = Result.greeted
    for (index, patience) in [1, 2, 4].enumerated() {
      let root = settings.folder + "/start" + (index == 0 ? "" : "-\(index + 1)")
      let attempt = await attempt(on: port, in: ScenarioFolders(root: root), patience: patience)
      guard attempt.isDoubtful else { return attempt.result }
      last = attempt.result
    }
    if case .failed(.answeredAtEndOfInput) = last { return last }
    return .greeted
  }

  private struct Attempt {
    let result: Result
    /// Whether a late machine may be what was seen.
    var isDoubtful = false
  }

  private func attempt(
    on port: Int, in folders: ScenarioFolders, patience: Int
  ) async -> Attempt {
    let request = LaunchRequest(
      environment: ClientEnvironment(
        endpoint: "http://127.0.0.1:\(port)\(server.path)", port: UInt16(port), folders: folders,
        programFolder: settings.programFolder, named: client.environment),
      runReaper: settings.runReaper)
    do throws(DrivingError) {
      let driver = try settings.drivers.driver(of: client)
      try driver.checkPrograms(of: request)
      let session = try await driver.launch(request)
      let attempt = await greet(session, patience: patience)
      let isInterrupted = Task.isCancelled
      // Without the caller's cancellation: no process may be left.
      let ending = Task { await end(session, folders, atOnce: isInterrupted) }
      await withTaskCancellationHandler {
        await ending.value
      } onCancel: {
        session.signal(.kill)
      }
      return Task.isCancelled ? Attempt(result: .interrupted) : attempt
    } catch {
      return Attempt(result: Task.isCancelled ? .interrupted : .failed(.notLaunched(error)))
    }
  }

  private func end(
    _ session: any ClientSession, _ folders: ScenarioFolders, atOnce: Bool
  ) async {
    session.endInput()
    if atOnce { session.signal(.kill) }
    // Whether it quits in order is for the scenarios to see.
    if await session.exitWithin(Self.quitTime) == nil {
      session.signal(.kill)
      _ = await session.exitWithin(Self.killTime)
    }
    _ = await OrphanProcesses(folders: folders, runReaper: settings.runReaper).end(grace: .zero)
    session.close()
  }

  // MARK: - Hello

  private func greet(_ session: any ClientSession, patience: Int) async -> Attempt {
    var limits = ClientLimits()
    limits.apply(client.limits)
    let limit = limits.answerWithin * patience
    let watch = MachineWatch.shared
    watch.begin()
    defer { watch.end() }
    let start = watch.reading()
    let began = clock.now
    let hello = Task { await session.perform(.hello, within: limit + Self.busyLateness) }
    let end = Task {
      try await Task.sleep(for: limit)
      // What is still in the buffer of its stdout comes out when it quits.
      session.endInput()
      try await Task.sleep(for: Self.lateness)
      if watch.reading().load(since: start) < RetryPolicy.overload { hello.cancel() }
    }
    let outcome = await withTaskCancellationHandler {
      await hello.value
    } onCancel: {
      hello.cancel()
    }
    end.cancel()
    let took = began.duration(to: clock.now)
    let isBusy = watch.reading().load(since: start) >= RetryPolicy.overload
    let result = result(outcome, Timing(limit: limit, took: took), ClientOutput(session))
    switch result {
    case .failed(.answeredLate), .failed(.answeredAtEndOfInput):
      return Attempt(result: result, isDoubtful: isBusy)
    default: return Attempt(result: result)
    }
  }

  private struct Timing {
    let limit: Duration
    let took: Duration

    var isLate: Bool { took > limit }
  }

  private func result(
    _ outcome: CommandOutcome, _ timing: Timing, _ output: ClientOutput
  ) -> Result {
    switch outcome {
    case .answered(let payload):
      guard let greeting = payload.greeting else { return .failed(.otherProtocol(nil)) }
      guard greeting.protocolVersion == ContractCommand.protocolVersion else {
        return .failed(.otherProtocol(greeting.protocolVersion))
      }
      guard timing.isLate else { return .greeted }
      return .failed(
        timing.took - timing.limit < Self.flushTime
          ? .answeredAtEndOfInput(limit: timing.limit)
          : .answeredLate(after: timing.took, limit: timing.limit))
    case .failed(let isBusy, _): return .failed(.refused(isBusy: isBusy))
    case .unsupported: return .failed(.refused(isBusy: false))
    case .breached(let breach): return .failed(.breached(breach, output))
    case .unanswered: return .failed(.unanswered(limit: timing.limit, output))
    case .ended(let exit):
      // After its input had ended, its end is what was asked of it.
      return .failed(
        timing.isLate
          ? .unanswered(limit: timing.limit, output) : .ended(exit, output))
    }
  }
}

/// What a client had written when its start was over.
package struct ClientOutput: Sendable, Hashable {
  package let stdoutByteCount: Int
  package let stderrByteCount: Int
  /// The last of it, as bytes; for the terminal alone.
  package let stderrTail: [UInt8]

  init(stdoutByteCount: Int = 0, stderrByteCount: Int = 0, stderrTail: [UInt8] = []) {
    self.stdoutByteCount = stdoutByteCount
    self.stderrByteCount = stderrByteCount
    self.stderrTail = stderrTail
  }

  init(_ session: any ClientSession) {
    self.init(
      stdoutByteCount: session.output.stdoutBytes,
      stderrByteCount: session.output.stderrBytes, stderrTail: session.tail(of: .stderr))
  }
}
