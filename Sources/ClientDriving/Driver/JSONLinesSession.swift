// Owns: one launch of a client that speaks lines: its process joined with its command exchange.
// Does not own: either of them (PipedProcess, CommandExchange).

import AcceptanceModel
import ClientContract

final class JSONLinesSession: ClientSession {
  private let process: PipedProcess
  private let exchange: CommandExchange

  private init(process: PipedProcess, exchange: CommandExchange) {
    self.process = process
    self.exchange = exchange
  }

  static func start(
    _ spec: ProcessSpec, home: String, runReaper: RunReaper?,
    onEvent: @escaping @Sendable (SessionEvent) -> Void
  ) async throws(DrivingError) -> JSONLinesSession {
    let exchange = CommandExchange(onEvent: onEvent)
    let process = try await PipedProcess.start(spec, home: home, runReaper: runReaper) { event in
      exchange.take(event)
    }
    return JSONLinesSession(process: process, exchange: exchange)
  }

  func perform(
    _ verb: ContractCommand.Verb, within limit: Duration
  ) async -> CommandOutcome {
    await exchange.perform(verb, within: limit) { [process] id, line in
      process.write(line + [0x0A], as: id)
    }
  }

  func signal(_ signal: ProcessSignal) { process.child.signal(signal.number) }

  func endInput() { process.endInput() }

  var exit: ProcessExit { get async { await process.exit } }

  func exitWithin(_ limit: Duration) async -> ProcessExit? { await process.exitWithin(limit) }

  var processID: Int32 { process.child.processID }

  var isAsleep: Bool? { SessionActivity.isAsleep(session: processID) }

  var output: OutputCounts { process.counts }

  func tail(of channel: OutputChannel) -> [UInt8] { process.tail(of: channel) }

  func close() { process.close() }
}

extension ProcessSignal {
  var number: Int32 {
    switch self {
    case .kill: LibC.kill
    case .terminate: LibC.terminate
    case .stop: LibC.stop
    case .continue: LibC.continue
    }
  }
}
