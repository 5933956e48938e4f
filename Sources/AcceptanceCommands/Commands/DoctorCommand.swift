// Owns: `acceptance doctor`: from the command line to the lines and the exit status. Does not own:
// the checks (Doctor).

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import Doctor
import Foundation
import Starters

enum DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "check what a run needs: this machine, the client, its device"
  static let operands = ["[FILE]"]
  static let options = [
    Option(
      name: "--client", form: .value("ARGV"),
      summary: "client command to start instead of the file's; quoted as in a shell"),
    Option(
      name: "--self-test", form: .flag,
      summary: "check instead that this system behaves as acceptance expects; a table to send in"),
  ]
  static let details = """
    Without FILE, scenarios.json of the current folder is used if there is one. Each check has a
    timeout; each problem is printed with a way to fix it. Exit status 0: nothing would prevent a
    run; 1: something would; 65: the scenario file is wrong. With --self-test, 1: something behaves
    otherwise than expected.
    """

  static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    if arguments.has("--self-test") { return try await selfTest() }
    let table: ScenarioTable?
    let origin: CommandOrigin?
    switch try self.table(arguments) {
    case .wrong: return .wrongFile
    case .none: (table, origin) = (nil, nil)
    case .read(let read, let readOrigin): (table, origin) = (read, readOrigin)
    }
    return try await ClientWork(
      jobs: 1, seed: 0, programFolder: try ProgramFolder.path(),
      drivers: arguments.catalogs.drivers
    ).run(
      { settings in
        await DoctorRun.run(
          on: DoctorContext(
            table: table, settings: settings, origin: origin, runJobs: RunCommand.defaultJobs)
        ) {
          show($0, withheld: table.map { Array($0.client.environment.values) } ?? [])
        }
      }, then: { $0 ? .passed : .failed })
  }

  private static func selfTest() async throws -> ExitCode {
    let folder = try RunFolder.make()
    defer { folder.remove() }
    return try await SelfTestTable.print(
      in: folder.path, environment: ProcessInfo.processInfo.environment)
  }

  private enum Reading {
    case none
    case wrong
    case read(ScenarioTable, CommandOrigin)
  }

  private static func table(_ arguments: ParsedArguments) throws(UsageError) -> Reading {
    let standard = StarterTable.fileName
    let isThere = FileManager.default.fileExists(atPath: standard)
    guard let path = arguments.operands.first ?? (isThere ? standard : nil) else { return .none }
    guard var table = try TableFile.load(path, arguments.catalogs).table else { return .wrong }
    var folder = TableFile.folder(of: path)
    ClientProgram.resolve(&table.client, in: folder)
    let client = try arguments.words("--client")
    if let client {
      folder = FileManager.default.currentDirectoryPath
      ClientPaths.exchange(&table.client, for: ClientProgram.resolve(client, in: folder))
    }
    let origin = CommandOrigin(of: table.client, in: folder, isCommandLine: client != nil)
    show(HealthFinding(subject: "table", outcome: .fine, sentence: "\(table.name) is valid"))
    return .read(table, origin)
  }

  /// - Parameter withheld: Texts that are left out of what the client printed.
  private static func show(_ finding: HealthFinding, withheld: [String] = []) {
    let (mark, fix): (String, String?) =
      switch finding.outcome {
      case .fine: ("✓", nil)
      case .note(let fix): ("–", fix)
      case .trouble(let fix): ("✗", fix)
      }
    let width = 10
    let padding = String(repeating: " ", count: max(width - finding.subject.count, 1))
    Console.print("\(mark) \(finding.subject)\(padding)\(finding.sentence)")
    let margin = "  " + String(repeating: " ", count: width)
    if let fix { Console.print(margin + fix) }
    let tail = OutputExcerpt.lines(finding.stderrTail, withheld: withheld)
    if !tail.isEmpty {
      Console.print(margin + "The client wrote to stderr:")
      for line in tail { Console.print(margin + "| " + line) }
    }
  }
}
