// Owns: making every report again from a run's evidence alone.

import Evidence
import Reporting

enum ReportCommand: Command {
  static let name = "report"
  static let summary = "regenerate all reports from the evidence of a run"
  static let operands = ["DIR"]
  static let standardFolder = "acceptance-report"
  static let options =
    JUnitChoice.options + [
      RendererChoice.option,
      Option(
        name: "--to", form: .value("DIR"),
        summary: "folder of the reports (default: \(standardFolder)/)"),
    ]
  static let details = """
    The reports are byte-identical to those of the run. A scenario without complete evidence is
    reported as not finished.

    Exit status: that of verify.
    """

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let junit = try JUnitChoice.read(arguments)
    let server = try RendererChoice.read(arguments)
    let stored = try StoredRun.read(arguments.operands[0])
    let report = stored.report(junit)
    let files = ReporterCatalog.all.flatMap { $0.files(for: report) }
    do throws(ReportError) {
      let paths = try PlainResults.write(
        files.map { ($0.name, $0.bytes) }, to: arguments.text("--to") ?? standardFolder,
        runName: "report-" + stored.evidence.run.id.hex.prefix(12))
      for path in paths { Console.print(path) }
    } catch {
      Console.complain("acceptance: \(error)")
      return error.isUsage ? .wrongUsage : .untold
    }
    if let server = BuildServerReport(server, path: report.run.table.text) {
      Console.write(server.lines(report))
      if let trouble = server.addSummary(report) { Console.complain("acceptance: \(trouble)") }
    }
    for flaw in stored.evidence.verification.flaws { Console.complain("\(flaw)") }
    return ExitCode(rawValue: stored.evidence.verification.exitStatus) ?? .untold
  }
}
