// Owns: joining the shards of one run into one results folder.

import AcceptanceModel
import Evidence
import Foundation
import Judge
import Reporting

enum MergeCommand: Command {
  static let name = "merge"
  static let summary = "join the shards of one run into one results folder"
  static let operands = ["DIR", "[DIR…]"]
  static let options = [
    Option(
      name: "--into", form: .value("DIR"),
      summary: "results folder (default: \(Destinations.standardFolder)/)")
  ]

  static func options(in catalogs: Catalogs) -> [Option] {
    catalogs.reports.formOptions + options
  }

  static let details = """
    Each DIR is a shard's results folder, or its evidence. All shards are wanted, each once, of the
    same table, client and selection; their evidence is checked, and taken over byte for byte.

    Exit status: that of the whole run; 10 to 14 as verify has them, for evidence that is damaged;
    15 a scenario is in two folders; 16 a scenario is in none; 17 a folder is of another run.
    """

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    // What is wrong with the options is said before any folder is read.
    _ = try arguments.reportSinks(tablePath: "")
    let target = arguments.text("--into") ?? Destinations.standardFolder
    try checkApart(target, from: arguments.operands)
    let merge: EvidenceMerge
    do throws(MergeError) {
      merge = try EvidenceMerge.join(arguments.operands)
    } catch {
      Console.complain("acceptance: \(error)")
      return status(of: error)
    }
    let sinks = try arguments.reportSinks(tablePath: merge.run.table.text)
    let summary: ReportSummary
    do throws(ReportError) {
      summary = try MergedResults.write(
        merge, to: target,
        options: ReportOptions(
          command: merge.plan.command.text, ruleCodes: RuleCatalog.all.map { $0.code.text },
          explanations: RuleCatalog.explainedCodes), sinks: sinks)
    } catch {
      Console.complain("acceptance: \(error)")
      return error.isUsage ? .wrongUsage : .inconclusive
    }
    tell(summary, merge, sinks.log)
    return .of(summary)
  }

  private static func tell(
    _ summary: ReportSummary, _ merge: EvidenceMerge, _ sinks: LogSinks
  ) {
    var sinks = sinks
    let command = merge.plan.command.text
    // Each shard printed its scenarios when they ended; this prints those that did not pass.
    _ = sinks.render(
      .began(
        table: merge.run.table.text,
        scenarios: merge.plan.selection.map { ScenarioID($0.text) }, command: command))
    // The shards ran beside each other: only what all scenarios took together is known.
    let sum = merge.scenarios.reduce(Duration.zero) { $0 + $1.duration }
    for text in sinks.render(.ended(summary, elapsed: sum)) { Console.write(text) }
    PageFile.add(sinks.pages(summary))
  }

  /// The target is replaced whole: it must not be, or hold, what is read, nor lie within it.
  private static func checkApart(_ target: String, from folders: [String]) throws(UsageError) {
    let whole = resolved(target) + "/"
    for folder in folders {
      let other = resolved(folder) + "/"
      guard whole.hasPrefix(other) || other.hasPrefix(whole) else { continue }
      throw UsageError(
        "\(target): the results would replace \(folder), which is to be joined; name another "
          + "folder with --into")
    }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  private static func status(of error: MergeError) -> ExitCode {
    switch error {
    case .nothing: .wrongUsage
    case .unreadable(_, let error): ExitCode(rawValue: error.exitStatus) ?? .unreadable
    case .damaged(_, let flaw): ExitCode(rawValue: flaw.exitStatus) ?? .inconclusive
    case .other: .otherRun
    case .twice: .twice
    case .missing: .missingScenario
    }
  }
}
