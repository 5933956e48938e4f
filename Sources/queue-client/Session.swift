// Owns: what each command does to the queue and how it is answered. Does not own: lines and
// processes (InputLines, QueueClient).

import ClientContract
import OfflineQueue
import OfflineQueueCURL
import OfflineQueueSQLite
import StrictJSON

struct Session {
  private static let abilities = ["submit", "tasks", "sync", "damage", "retry", "token", "clock"]

  private let queue: OfflineQueue
  private let store: SQLiteWriteStore
  private let limits: GreetedLimits

  /// - Throws: Where an option or a variable does not fit; the store is not opened yet.
  init(options: ClientOptions, environment: ClientEnvironment) throws {
    let token = environment.token
    let sender = try CURLWriteSender(
      endpoint: environment.endpoint,
      options: .init(keyHeader: options.keyHeader, bearerToken: { token }))
    store = SQLiteWriteStore(path: environment.home + "/queue.sqlite3")
    queue = OfflineQueue(
      store: store, sender: sender, limits: try options.limits, rules: options.rules,
      sources: QueueSources(clock: SystemQueueClock(wallOffset: environment.clockOffset)))
    limits = options.greetedLimits
  }

  /// Returns at the end of stdin, at SIGTERM, or when nobody reads the answers any more.
  func run(_ lines: AsyncStream<InputLines.Line>) async {
    await queue.start()
    for await line in lines {
      let reply: ContractReply?
      switch line {
      case .whole(let bytes): reply = await answer(bytes)
      case .overlong:
        Output.error.put(
          "queue-client: \(ContractBreach.tooLong(byteCount: ContractLine.byteLimit))\n")
        reply = nil
      }
      if let reply, !Output.standard.put(reply.fittingLine + [0x0A]) { return }
    }
  }

  func close() async {
    await queue.stop()
    store.close()
  }

  /// `nil` where the line has no id to answer to.
  private func answer(_ line: [UInt8]) async -> ContractReply? {
    let command: ContractCommand
    do {
      command = try ContractCommand(parsing: line)
    } catch ContractBreach.unknownVerb(let id) {
      return ContractReply(id: id, outcome: .unsupported)
    } catch {
      Output.error.put("queue-client: stdin has \(error)\n")
      return nil
    }
    do {
      return ContractReply(id: command.id, outcome: .ok(try await perform(command.verb)))
    } catch {
      return ContractReply(id: command.id, outcome: .failed(error: "\(error)"))
    }
  }

  private func perform(_ verb: ContractCommand.Verb) async throws -> ContractReply.Payload {
    switch verb {
    case .hello:
      return .init(
        greeting: Greeting(client: "queue-client/1.0", can: Self.abilities, limits: limits))
    case .submit(let body):
      let task = try await queue.enqueue(JSONWriter.bytes(of: body))
      return .init(task: task.id.text, key: task.key.text)
    case .tasks:
      return .init(tasks: try await queue.tasks().map(TaskLine.init))
    case .sync:
      await queue.sync()
      return .init()
    case .damage(let task):
      guard try store.damageRecord(of: TaskID(task)) else { throw QueueError.unknownTask }
      return .init()
    case .retry(let task):
      try await queue.retry(TaskID(task))
      return .init()
    }
  }
}

extension ContractReply {
  /// A list of thousands is longer than a line may be: done tasks may be left out of it.
  fileprivate var fittingLine: [UInt8] {
    let whole = line
    guard whole.count > ContractLine.byteLimit, case .ok(var payload) = outcome else {
      return whole
    }
    payload.tasks?.removeAll { $0.state == .done }
    let shorter = ContractReply(id: id, outcome: .ok(payload)).line
    guard shorter.count > ContractLine.byteLimit else { return shorter }
    return ContractReply(
      id: id, outcome: .failed(error: "the list is longer than a line may be")
    ).line
  }
}

extension TaskLine {
  init(_ listing: TaskListing) {
    self.init(
      task: listing.id.text, key: listing.contents?.key.text, state: State(listing.status),
      sends: listing.sends, diagnosis: listing.diagnosis?.text)
  }
}

extension TaskLine.State {
  init(_ status: TaskStatus) {
    self =
      switch status {
      case .pending: .pending
      case .sending: .sending
      case .paused: .paused
      case .done: .done
      case .stopped: .stopped
      }
  }
}
