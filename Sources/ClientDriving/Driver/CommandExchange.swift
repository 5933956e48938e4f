// Owns: carrying commands, lines, deadlines and the client's end to the ledger, and outcomes back
// to whoever waits. Does not own: what follows from them (CommandLedger).

import ClientContract
import Synchronization

final class CommandExchange: Sendable {
  private struct Waiter {
    let continuation: CheckedContinuation<CommandOutcome, Never>
    let deadline: DeadlineTimer
  }

  private struct State {
    var ledger = CommandLedger()
    var splitter = LineSplitter()
    var waiters: [Int: Waiter] = [:]
    /// Settled between the command's number and its waiter.
    var settledEarly: [Int: CommandOutcome] = [:]
  }

  private let state = Mutex(State())
  private let onEvent: @Sendable (SessionEvent) -> Void

  init(onEvent: @escaping @Sendable (SessionEvent) -> Void) {
    self.onEvent = onEvent
  }

  /// - Parameter write: Hands a line over for writing and returns at once.
  func perform(
    _ verb: ContractCommand.Verb, within limit: Duration,
    write: @escaping @Sendable (_ id: Int, _ line: [UInt8]) -> Void
  ) async -> CommandOutcome {
    switch state.withLock({ $0.ledger.issue(verb) }) {
    case .settled(let outcome): return outcome
    case .write(let id, let line):
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let early: CommandOutcome? = state.withLock { state in
            if let outcome = state.settledEarly.removeValue(forKey: id) { return outcome }
            let deadline = DeadlineTimer(after: limit) { [weak self] in self?.giveUp(id) }
            state.waiters[id] = Waiter(continuation: continuation, deadline: deadline)
            return nil
          }
          if let early { return continuation.resume(returning: early) }
          write(id, line)
        }
      } onCancel: {
        giveUp(id)
      }
    }
  }

  /// Called in order, on the session's queue.
  func take(_ event: PipedProcess.Event) {
    switch event {
    case .bytes(let channel, let bytes):
      onEvent(.output(channel, bytes))
      // Of one who has left the contract no line is believed, and there may be millions.
      guard channel == .stdout, state.withLock({ $0.ledger.listens }) else { return }
      for piece in state.withLock({ $0.splitter.feed(bytes) }) {
        switch piece {
        case .line(let line): handle(.line(line))
        case .overlong(let number): handle(.overlongLine(number: number))
        }
      }
    case .written(let id): onEvent(.commandWritten(id: id))
    case .ended(let status):
      handle(.ended(status, fragment: state.withLock { $0.splitter.fragment }))
    }
  }

  /// From a timer or a cancelled task: its only effect is to settle, so no event is out of order.
  private func giveUp(_ id: Int) { handle(.deadline(id: id)) }

  private func handle(_ event: CommandLedger.Event) {
    var reports: [SessionEvent] = []
    var settled: [(Waiter, CommandOutcome)] = []
    state.withLock { state in
      for effect in state.ledger.handle(event) {
        switch effect {
        case .report(let report): reports.append(report)
        case .settle(let id, let outcome):
          if let waiter = state.waiters.removeValue(forKey: id) {
            settled.append((waiter, outcome))
          } else {
            state.settledEarly[id] = outcome
          }
        }
      }
    }
    for report in reports { onEvent(report) }
    for (waiter, outcome) in settled {
      waiter.deadline.cancel()
      waiter.continuation.resume(returning: outcome)
    }
  }
}
