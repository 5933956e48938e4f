// Owns: the program's start and end. Does not own: what a command does (Commands).

import ClientDriving
import Dispatch
import Evidence
import Foundation

@main
struct Acceptance {
  static let version = "0.1.0"

  /// Not asynchronous: where the system refuses threads, that has to be said before any is needed.
  static func main() {
    RunGuard.serveIfAsked(arguments: CommandLine.arguments)
    do {
      try RunnerProcess.prepare(responses)
    } catch {
      Console.complain("acceptance: \(error)")
      exit(ExitCode.untold.rawValue)
    }
    Task { exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue) }
    dispatchMain()
  }

  private static let responses = SignalWatcher.Responses(
    threadsRefused: { error in
      Console.complain(
        "acceptance: \(error). The run was ended; scenarios that had not ended are reported as not "
          + "finished")
      _exit(ExitCode.untold.rawValue)
    },
    continuedByGuard: {
      Console.complain(
        "acceptance: another process had stopped the runner (SIGSTOP); its guard has continued it. "
          + "Scenarios that were running may be inconclusive")
    })

  private static func run(_ arguments: [String]) async -> ExitCode {
    do {
      let (command, rest) = try CommandCatalog.choose(arguments)
      let parsed = try ParsedArguments(rest, for: command)
      if parsed.has("--help") {
        Console.print(HelpText.of(command))
        return .passed
      }
      return try await command.run(parsed)
    } catch let error as UsageError {
      Console.complain("acceptance: \(error)")
      return .wrongUsage
    } catch let error as EvidenceError {
      Console.complain("acceptance: \(error)")
      return ExitCode(rawValue: error.exitStatus) ?? .unreadable
    } catch {
      Console.complain("acceptance: \(error)")
      return .untold
    }
  }
}
