// Owns: making every report again from a run's evidence alone.

import Evidence
import Foundation
import Reporting

enum ReportCommand: Command {
  static let name = "report"
  static let summary = "make every report again from a run's evidence"
  static let operands = ["DIR"]
  static let options =
    JUnitChoice.options + [
      Option(
        name: "--to", form: .value("DIR"),
        summary: "where the reports go; a new folder, acceptance-report/ if left out")
    ]

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let stored = try StoredRun.read(arguments.operands[0])
    let folder = arguments.text("--to") ?? "acceptance-report"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
    } catch {
      throw UsageError(
        "\(folder): the folder cannot be made; name one that is not there yet, with --to")
    }
    let report = stored.report(try JUnitChoice.read(arguments))
    for file in ReporterCatalog.all.flatMap({ $0.files(for: report) }) {
      let path = "\(folder)/\(file.name)"
      try Data(file.bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
      Console.print(path)
    }
    for flaw in stored.evidence.verification.flaws { Console.complain("\(flaw)") }
    return ExitCode(rawValue: stored.evidence.verification.exitStatus) ?? .untold
  }
}
