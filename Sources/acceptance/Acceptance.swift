// Owns: the program's start and end. Does not own: what a command does (Commands).

import ClientDriving
import Evidence
import Foundation

@main
struct Acceptance {
  static let version = "0.1.0"

  static func main() async {
    RunGuard.serveIfAsked(arguments: CommandLine.arguments)
    // Clients' processes that lose their parents become ours, so that none escapes.
    OrphanAdoption.enable()
    // A closed pipe is an error of the write, not the end of the run.
    signal(SIGPIPE, SIG_IGN)
    exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

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
