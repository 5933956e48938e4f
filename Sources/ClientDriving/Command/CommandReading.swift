// Owns: what the end of a verb's program and its stdout mean. Does not own: running it.

import AcceptanceModel
import ClientContract
import StrictJSON

/// How one call of a verb came out.
enum VerbEnd: Sendable, Equatable {
  case ended(ProcessExit, stdout: [UInt8], stderrByteCount: Int)
  /// Mode `background`: it has been started.
  case running
  /// Its deadline passed, or the waiting task was cancelled: its group has been killed.
  case overdue
  /// The app's end came first.
  case sessionOver(ProcessExit)
  case notStarted(DrivingError)
  /// The scenario file gives no such verb.
  case missing
}

enum CommandReading {
  /// - Parameter task: What the task is called where `submit` prints no name of its own.
  static func submit(_ end: VerbEnd, okExit: Set<Int32>, task: String) -> CommandOutcome {
    outcome(end, okExit: okExit) { stdout in
      let named = printedTask(stdout)
      return .answered(
        ContractReply.Payload(task: named?.task ?? task, key: named?.key))
    }
  }

  /// A verb whose answer carries nothing.
  static func plain(_ end: VerbEnd, okExit: Set<Int32>) -> CommandOutcome {
    outcome(end, okExit: okExit) { _ in .answered(ContractReply.Payload()) }
  }

  static func tasks(_ end: VerbEnd, okExit: Set<Int32>) -> CommandOutcome {
    outcome(end, okExit: okExit) { stdout in
      do throws(ContractBreach) {
        return .answered(ContractReply.Payload(tasks: try TaskLine.printedList(stdout)))
      } catch {
        return .breached(.taskList(error))
      }
    }
  }

  private static func outcome(
    _ end: VerbEnd, okExit: Set<Int32>, _ success: ([UInt8]) -> CommandOutcome
  ) -> CommandOutcome {
    switch end {
    case .running: return success([])
    case .overdue: return .unanswered
    case .missing: return .unsupported
    case .sessionOver(let status): return .ended(status)
    case .notStarted(let error): return .breached(.verbNotStarted(error))
    case .ended(.status(let status), let stdout, let stderrByteCount):
      return okExit.contains(status)
        ? success(stdout) : .failed(errorIsBusy: false, errorByteCount: stderrByteCount)
    case .ended(.signal(let signal), _, _): return .ended(.signal(signal))
    }
  }

  /// The last line of stdout that is not blank, where it is an object with `task`. Anything else
  /// is the program's own business: a script may well print what its server answered.
  private static func printedTask(_ stdout: [UInt8]) -> (task: String, key: String?)? {
    let lines = stdout.split(separator: UInt8(ascii: "\n"))
    guard let line = lines.last(where: { $0.contains { $0 > 0x20 } }) else { return nil }
    do {
      let value = try JSONParser.parse(Array(line)).value
      return value["task"]?.stringValue.map { ($0, value["key"]?.stringValue) }
    } catch {
      return nil
    }
  }
}

extension TaskLine {
  fileprivate static func printedList(_ stdout: [UInt8]) throws(ContractBreach) -> [TaskLine] {
    let text = ContractLine.withoutByteOrderMark(stdout)
    return try list(try ContractLine.json(text))
  }
}
