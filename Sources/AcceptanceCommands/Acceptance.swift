// Owns: the program's start and end. Does not own: what a command does (Commands).

import ClientDriving
import Dispatch
import Evidence
import Foundation

package enum Acceptance {
  static let version = "0.1.0"

  /// Runs the command of the process's arguments, and ends the process.
  package static func main(_ catalogs: Catalogs = .standard) {
    let arguments: [String]
    do throws(ProgramArguments.NoText) {
      arguments = try ProgramArguments.all()
    } catch {
      Console.complain("acceptance: \(error.sentence)")
      exit(ExitCode.wrongUsage.rawValue)
    }
    RunReaper.serveIfAsked(arguments: arguments)
    do {
      try RunnerProcess.prepare(responses)
    } catch {
      Console.complain("acceptance: \(error)")
      exit(ExitCode.inconclusive.rawValue)
    }
    Task { exit(await run(Array(arguments.dropFirst()), in: catalogs).rawValue) }
    dispatchMain()
  }

  private static let responses = SignalWatcher.Responses(
    threadsRefused: { error in
      Console.complain(
        "acceptance: \(error). The run was ended; scenarios that had not ended are reported as not "
          + "finished")
      _exit(ExitCode.inconclusive.rawValue)
    },
    continuedByGuard: {
      Console.complain(
        "acceptance: another process had stopped the runner (SIGSTOP); its guard has continued it. "
          + "Scenarios that were running may be inconclusive")
    })

  private static func run(
    _ arguments: [String], in catalogs: Catalogs
  ) async -> ExitCode {
    do {
      let (command, rest) = try CommandCatalog.choose(arguments)
      let parsed = try ParsedArguments(rest, for: command, in: catalogs)
      if parsed.has("--help") {
        Console.print(HelpText.of(command, catalogs))
        return .passed
      }
      return try await command.run(parsed)
    } catch let error as UsageError {
      Console.complain(error.isShortHelp ? HelpText.short : "acceptance: \(error)")
      return .wrongUsage
    } catch let error as EvidenceError {
      Console.complain("acceptance: \(error)")
      return ExitCode(rawValue: error.exitStatus) ?? .unreadable
    } catch {
      Console.complain("acceptance: \(error)")
      return .inconclusive
    }
  }
}

extension ProgramArguments.NoText {
  /// Nothing is written to a path that only looks like the one that was meant.
  fileprivate var sentence: String {
    "argument \(index) has the byte 0x\(String(byte, radix: 16, uppercase: true)), which is no "
      + "UTF-8; a path in UTF-8 is wanted, e.g. a link to the file with another name"
  }
}
