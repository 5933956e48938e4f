// Owns: the program's start and end. Does not own: what a command does (Commands).

import ClientDriving
import Evidence
import Foundation

@main
struct Acceptance {
  static let version = "0.1.0"

  static func main() async {
    let arguments: [String]
    do throws(ProgramArguments.NoText) {
      arguments = try ProgramArguments.all()
    } catch {
      Console.complain("acceptance: \(error.sentence)")
      exit(ExitCode.wrongUsage.rawValue)
    }
    RunGuard.serveIfAsked(arguments: arguments)
    // Clients' processes that lose their parents become ours, so that none escapes.
    OrphanAdoption.enable()
    // A closed pipe is an error of the write, not the end of the run.
    signal(SIGPIPE, SIG_IGN)
    exit(await run(Array(arguments.dropFirst())).rawValue)
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
      Console.complain(error.isShortHelp ? HelpText.short : "acceptance: \(error)")
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

extension ProgramArguments.NoText {
  /// Nothing is written to a path that only looks like the one that was meant.
  fileprivate var sentence: String {
    "argument \(index) has the byte 0x\(String(byte, radix: 16, uppercase: true)), which is no "
      + "UTF-8; a path in UTF-8 is wanted, e.g. a link to the file with another name"
  }
}
