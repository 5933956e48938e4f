// Owns: what each command does to the queue and how it is answered. Does not own: lines and
// processes (InputLines, ClientProcess).

import ClientContract
import OfflineQueue
import StrictJSON

import enum AcceptanceModel.TaskState

struct Session {
  private let parts: ClientParts
  private let program: String
  private let queue: OfflineQueue

  init(parts: ClientParts, program: String) {
    self.parts = parts
    self.program = program
    queue = OfflineQueue(
      store: parts.store, sender: parts.sender, limits: parts.limits, rules: parts.rules,
      sources: parts.sources)
  }

  /// Returns at the end of stdin, at SIGTERM, when the answers are no longer read, or when the
  /// client has refused to serve.
  func run(_ lines: AsyncStream<InputLines.Line>) async {
    if parts.refusal == nil { await queue.start() }
    for await line in lines {
      let reply: ContractReply?
      switch line {
      case .whole(let bytes): reply = await answer(bytes)
      case .overlong:
        Output.error.put(
          "\(program): \(ContractBreach.tooLong(byteCount: ContractLine.byteLimit))\n")
        reply = nil
      }
      if let reply, !Output.standard.put(reply.fittingLine + [0x0A]) { return }
      if parts.refusal != nil { return }
    }
  }

  func close() async {
    await parts.quitting(queue)
    await queue.stop()
    parts.closing()
  }

  /// `nil` where the line has no id to answer to, or stays unanswered.
  private func answer(_ line: [UInt8]) async -> ContractReply? {
    let command: ContractCommand
    do {
      command = try ContractCommand(parsing: line)
    } catch ContractBreach.unknownVerb(let id) {
      return ContractReply(id: id, outcome: .unsupported)
    } catch {
      Output.error.put("\(program): stdin has \(error)\n")
      return nil
    }
    if let refusal = parts.refusal {
      return ContractReply(id: command.id, outcome: .failed(error: refusal))
    }
    guard command.verb == .hello || parts.can(command.verb.word) else {
      return ContractReply(id: command.id, outcome: .unsupported)
    }
    do {
      guard let payload = try await parts.serving(command.verb, perform) else { return nil }
      return ContractReply(id: command.id, outcome: .ok(payload))
    } catch {
      return ContractReply(id: command.id, outcome: .failed(error: "\(error)"))
    }
  }

  @Sendable private func perform(
    _ verb: ContractCommand.Verb
  ) async throws -> ContractReply.Payload {
    switch verb {
    case .hello:
      return .init(
        greeting: Greeting(
          client: parts.name, can: parts.abilities.map(\.rawValue), limits: parts.greetedLimits))
    case .submit(let body):
      let task = try await queue.enqueue(JSONWriter.bytes(of: body))
      return .init(task: task.id.text, key: task.key.text)
    case .tasks:
      return .init(tasks: try await queue.tasks().map(TaskLine.init))
    case .sync:
      await queue.sync()
      return .init()
    case .damage(let task):
      guard try parts.damage(TaskID(task)) else { throw QueueError.unknownTask }
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
      task: listing.id.text, key: listing.contents?.key.text, state: TaskState(listing.status),
      sends: listing.sends, diagnosis: listing.diagnosis?.text)
  }
}

extension TaskState {
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
