// Owns: the contract's commands in front of a one-shot client's verbs.
// Does not own: its programs (CommandPrograms) or what their output means (CommandReading).

import AcceptanceModel
import ClientContract
import StrictJSON
import Synchronization

final class CommandSession: ClientSession {
  private let plan: CommandPlan
  private let programs: CommandPrograms
  private let folder: CommandFolder
  private let tapCount = Mutex(0)

  init(plan: CommandPlan, folder: CommandFolder, ambient: [String: String], request: LaunchRequest)
  {
    self.plan = plan
    self.folder = folder
    programs = CommandPrograms(plan: plan, folder: folder, ambient: ambient, request: request)
  }

  /// - Throws: `DrivingError` where the client could not be reset or launched, or where the end of
  ///   an earlier launch failed, so that it is unknown whether the app still runs.
  func open() async throws(DrivingError) {
    let ends: [CommandVerb.Name] = [.kill, .terminate]
    if let verb = folder.failedEnd(among: ends.map(\.rawValue)) { throw .endFailed(verb: verb) }
    if plan.verbs[.reset] != nil, try folder.claimReset() {
      do throws(DrivingError) {
        try await prepare(.reset)
      } catch {
        folder.releaseReset()
        throw error
      }
    }
    try await prepare(.launch)
  }

  private func prepare(_ name: CommandVerb.Name) async throws(DrivingError) {
    let limit = plan.surroundingsLimit(of: name)
    let okExit = plan.verbs[name]?.okExit ?? []
    do throws(DrivingError) {
      switch await programs.call(name, within: limit) {
      case .missing, .running: return
      case .ended(.status(let status), _, _) where okExit.contains(status): return
      case .ended(let status, _, _), .sessionOver(let status):
        throw .verbFailed(name: name.rawValue, .exit(status, okExit: okExit.sorted()))
      case .overdue: throw .verbFailed(name: name.rawValue, .overdue(after: limit))
      case .notStarted(let error): throw error
      }
    } catch {
      programs.kill()
      _ = await programs.exit
      programs.close()
      throw error
    }
  }

  func perform(
    _ verb: ContractCommand.Verb, within limit: Duration
  ) async -> CommandOutcome {
    if let over = programs.over { return .ended(over) }
    switch verb {
    case .hello: return .answered(ContractReply.Payload(greeting: plan.greeting))
    case .submit(let body):
      let number = tapCount.withLock { count in
        count += 1
        return count
      }
      return await submit(
        body, as: SubmitLabel(operation: "tap-\(number)", marker: ""), within: limit)
    case .tasks:
      return CommandReading.tasks(
        await programs.call(.tasks, within: limit), okExit: plan.verbs[.tasks]?.okExit ?? [])
    case .sync:
      return await call(.sync, within: limit)
    case .retry(let task): return await call(.retry, words: ["{task}": task], within: limit)
    case .damage(let task): return await call(.damage, words: ["{task}": task], within: limit)
    }
  }

  /// A verb whose answer carries nothing.
  private func call(
    _ name: CommandVerb.Name, words: [String: String] = [:], within limit: Duration
  ) async -> CommandOutcome {
    CommandReading.plain(
      await programs.call(name, words: words, within: limit),
      okExit: plan.verbs[name]?.okExit ?? [])
  }

  func submit(
    _ body: JSONValue, as label: SubmitLabel, within limit: Duration
  ) async -> CommandOutcome {
    if let over = programs.over { return .ended(over) }
    let bytes = JSONWriter.bytes(of: body)
    let words: [String: String]
    do throws(DrivingError) {
      words = [
        "{body}": String(decoding: bytes, as: UTF8.self),
        "{bodyFile}": try folder.writeBody(bytes),
        "{operation}": label.operation,
        "{marker}": label.marker,
      ]
    } catch {
      return .breached(.verbNotStarted(error))
    }
    return CommandReading.submit(
      await programs.call(.submit, words: words, within: limit),
      okExit: plan.verbs[.submit]?.okExit ?? [], task: label.operation)
  }

  var sendsBeforeAnswering: Bool { plan.submitsInForeground }

  func signal(_ signal: ProcessSignal) {
    switch signal {
    case .kill: programs.kill()
    case .terminate: programs.quit()
    case .stop: programs.signalAll(LibC.stop)
    case .continue: programs.signalAll(LibC.continue)
    }
  }

  func endInput() { programs.quit() }

  var exit: ProcessExit { get async { await programs.exit } }

  func exitWithin(_ limit: Duration) async -> ProcessExit? { await programs.exitWithin(limit) }

  /// Of a program that runs now; 0 where none does, which no client's process ever has.
  var processID: Int32 { programs.processID ?? 0 }

  var output: OutputCounts { programs.output.counts }

  func tail(of channel: OutputChannel) -> [UInt8] { programs.output.tail(of: channel) }

  func close() { programs.close() }
}
