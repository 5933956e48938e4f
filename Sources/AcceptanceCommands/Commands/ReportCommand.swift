// Owns: making every report again from a run's evidence alone.

import Evidence
import Reporting

enum ReportCommand: Command {
  static let name = "report"
  static let summary = "regenerate all reports from the evidence of a run"
  static let operands = ["DIR"]
  static let standardFolder = "acceptance-report"
  static let options = [
    Option(
      name: "--to", form: .value("DIR"),
      summary: "folder of the reports (default: \(standardFolder)/)")
  ]

  static func options(in catalogs: Catalogs) -> [Option] {
    catalogs.reports.formOptions + options
  }

  static let details = """
    The reports are byte-identical to those of the run. A scenario without complete evidence is
    reported as not finished.

    Exit status: that of verify.
    """

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    // What is wrong with the options is said before the folder is read.
    _ = try arguments.reportSinks(tablePath: "")
    let stored = try StoredRun.read(arguments.operands[0])
    let report = stored.report
    let sinks = try arguments.reportSinks(tablePath: report.run.table.text)
    let files = sinks.files(for: report)
    do throws(ReportError) {
      let paths = try PlainResults.write(
        files.map { ($0.name, $0.bytes) }, to: arguments.text("--to") ?? standardFolder,
        runName: "report-" + stored.evidence.run.id.hex.prefix(12),
        catalog: arguments.catalogs.reports)
      for path in paths { Console.print(path) }
    } catch {
      Console.complain("acceptance: \(error)")
      return error.isUsage ? .wrongUsage : .inconclusive
    }
    var log = sinks.log.repeatable
    let summary = ReportSummary(report: report)
    for text in log.render(.ended(summary, elapsed: .zero)) { Console.write(text) }
    PageFile.add(log.pages(summary))
    for flaw in stored.evidence.verification.flaws { Console.complain("\(flaw)") }
    return ExitCode(rawValue: stored.evidence.verification.exitStatus) ?? .inconclusive
  }
}
