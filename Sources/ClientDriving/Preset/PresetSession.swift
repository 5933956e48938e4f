// Owns: one launch of an app that speaks the contract's lines through its mailbox.
// Does not own: which commands are open (CommandExchange) or the device (AppDevice).

import AcceptanceModel
import ClientContract
import Synchronization

final class PresetSession: ClientSession {
  /// What a failed end is noted as.
  static let endName = "kill"

  private struct MailboxMessage: Sendable {
    let id: Int
    let line: [UInt8]
    let deadline: ContinuousClock.Instant
  }

  private enum Standing {
    case running
    case ending
    case ended
  }

  private let device: any AppDevice
  private let folder: CommandFolder
  private let exchange: CommandExchange
  private let written: CommandOutput
  private let messages: AsyncStream<MailboxMessage>
  private let outbox: AsyncStream<MailboxMessage>.Continuation
  private let standing = Mutex(Standing.running)
  private let tasks = Mutex<[Task<Void, Never>]>([])
  private let finished = OneShotSignal<ProcessExit>()
  let processID: Int32

  init(
    device: any AppDevice, process: Int32, folder: CommandFolder,
    onEvent: @escaping @Sendable (SessionEvent) -> Void
  ) {
    self.device = device
    self.folder = folder
    processID = process
    written = CommandOutput(onEvent: onEvent)
    exchange = CommandExchange(onEvent: { [written] in written.report($0) })
    (messages, outbox) = AsyncStream.makeStream()
  }

  /// Begins to carry letters and to notice the app's end.
  func watch() {
    let postman = Task { [messages] in
      for await message in messages { await self.carry(message) }
    }
    let watcher = Task {
      while !Task.isCancelled, self.isOpen {
        do throws(DrivingError) {
          if try await !self.device.isRunning(self.processID) { break }
        } catch {
          // A device that does not answer says nothing of the app; commands have limits of their own.
        }
        do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
      }
      // An app that ends without being asked has crashed; with what status, a device does not say.
      if self.isOpen {
        await self.collectWritten()
        self.finish(.status(255))
      }
    }
    tasks.withLock { $0 += [postman, watcher] }
  }

  func perform(
    _ verb: ContractCommand.Verb, within limit: Duration
  ) async -> CommandOutcome {
    let deadline = ContinuousClock.now + limit
    return await exchange.perform(verb, within: limit) { [outbox] id, line in
      outbox.yield(MailboxMessage(id: id, line: line, deadline: deadline))
    }
  }

  /// Posts one command and waits for its own answer: the mailbox holds one letter each way.
  /// What goes wrong on the way leaves the command unanswered, which its limit will report.
  private func carry(_ message: MailboxMessage) async {
    do throws(DrivingError) {
      try await device.post(message.line)
      while isOpen, ContinuousClock.now < message.deadline {
        if let bytes = try await device.collect(),
          let answer = MailboxAnswer(bytes, from: processID, to: message.id)
        {
          return exchange.take(.bytes(.stdout, answer.line + [0x0A]))
        }
        do { try await Task.sleep(for: device.pollInterval) } catch { return }
      }
    } catch {
      return
    }
  }

  func signal(_ signal: ProcessSignal) {
    switch signal {
    case .kill: kill()
    case .terminate: endInput()
    case .stop, .continue:
      let task = Task {
        do throws(DrivingError) {
          try await self.device.signal(signal, to: self.processID)
        } catch {
          self.noteFailedEnd()
        }
      }
      tasks.withLock { $0.append(task) }
    }
  }

  func endInput() {
    end(as: .status(0)) { (device, _) async throws(DrivingError) in
      try await device.terminate()
    }
  }

  private func kill() {
    end(as: .signal(LibC.kill)) { (device, process) async throws(DrivingError) in
      try await device.signal(.kill, to: process)
    }
  }

  private func end(
    as exit: ProcessExit,
    _ body: @escaping @Sendable (any AppDevice, Int32) async throws(DrivingError) -> Void
  ) {
    let isFirst = standing.withLock { standing in
      guard case .running = standing else { return false }
      standing = .ending
      return true
    }
    // A kill during an orderly quit is asked of the device as well.
    guard isFirst || exit != .status(0) else { return }
    Task {
      do throws(DrivingError) {
        try await body(self.device, self.processID)
      } catch {
        self.noteFailedEnd()
      }
      await self.collectWritten()
      self.finish(exit)
    }
  }

  /// Before the end is reported, because nothing is read after it. A device that does not answer
  /// takes nothing away from what is known of the app.
  private func collectWritten() async {
    do throws(DrivingError) {
      try await device.handOnOutput(of: processID) { channel, bytes in
        written.take(bytes, from: channel)
      }
    } catch {
      return
    }
  }

  private func finish(_ exit: ProcessExit) {
    let isFirst = standing.withLock { standing in
      if case .ended = standing { return false }
      standing = .ended
      return true
    }
    guard isFirst else { return }
    outbox.finish()
    exchange.take(.ended(exit))
    finished.fulfil(exit)
  }

  /// The next launch of the scenario is refused: it is unknown what still runs.
  private func noteFailedEnd() {
    do throws(DrivingError) {
      try folder.noteFailedEnd(Self.endName)
    } catch {
      // The scenario's folder is gone, and with it every further launch.
    }
  }

  private var isOpen: Bool {
    standing.withLock { if case .running = $0 { true } else { false } }
  }

  var exit: ProcessExit { get async { await finished.value } }

  func exitWithin(_ limit: Duration) async -> ProcessExit? { await finished.value(within: limit) }

  /// An app on a device has no pipes to the runner: all of it comes at the end.
  var output: OutputCounts { written.counts }

  func tail(of channel: OutputChannel) -> [UInt8] { written.tail(of: channel) }

  func close() {
    outbox.finish()
    for task in tasks.withLock({ $0 }) { task.cancel() }
  }
}
