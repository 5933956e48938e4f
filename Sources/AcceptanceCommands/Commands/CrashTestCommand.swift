// Owns: `acceptance crash-test`: from the command line to the exit status. Does not own: which points
// there are (CrashTesting) or how a scenario is interrupted (AcceptanceRunner).

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import CrashTesting
import Foundation
import Reporting

enum CrashTestCommand: Command {
  static let name = "crash-test"
  static let summary = "kill the client at every point of each scenario, and relaunch it"
  static let operands = ["FILE"]
  static let details = """
    Each scenario is run once without interruption, then once for each point that this run has
    passed: each moment of a request as the server sees it, each contract command written and
    answered, and on Linux before and after each system call that changes the client's home. There
    the client gets SIGKILL (or its connection is reset, closed or stalled, or the server crashes);
    it is launched again, the rest of the user's taps follow, and all rules judge the whole run.
    For each kind of finding, the simplest scenario and point that show it are printed with the
    command that repeats them. Exit status 1: something was found.
    """

  static let options =
    Selection.options + [
      Option(
        name: "--client", form: .value("ARGV"),
        summary: "client command to run instead of the file's; quoted as in a shell"),
      Option(
        name: "--depth", form: .value("1|2"),
        summary: "2: kill once more after the relaunch (default: 1)"),
      Option(
        name: "--power-loss", form: .flag,
        summary: "also lose what was not synced, at each sync and whenever somebody was answered"),
      Option(
        name: "--durability", form: .value("journaled|strict"),
        summary: "what a sync guarantees: names in order as on ext4 and APFS, or POSIX alone "
          + "(default: journaled)"),
      Option(
        name: "--at", form: .values("POINT"),
        summary: "only this point, as the report names it; repeatable"),
      Option(
        name: "--jobs", form: .value("N"),
        summary: "runs at the same time (default: \(RunCommand.defaultJobs))"),
      Option(
        name: "--results", form: .value("DIR"),
        summary: "results folder (default: \(standardFolder)/)"),
      Option(name: "--no-results", form: .flag, summary: "write no results folder"),
      Option(
        name: "--no-minimise", form: .flag,
        summary: "report findings as they were found, without looking for simpler scenarios"),
      Option(name: "--quiet", form: .flag, summary: "print findings and the summary only"),
    ]

  static let standardFolder = "crash-results"

  static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    guard let plan = try CrashTestPlan(arguments) else { return .wrongFile }
    return try await ClientWork(
      jobs: plan.jobs, seed: plan.seed, programFolder: plan.programFolder,
      drivers: arguments.catalogs.drivers
    ).run(
      { settings in
        Console.print(
          "acceptance crash-test  \(plan.table.name)  \(plan.scenarios.count) scenarios")
        if let reason = plan.callsSkipped {
          Console.print("system calls are not watched: \(reason)")
        }
        return await CrashTestSession(plan: plan, settings: settings).run()
      }, then: { try tell($0, plan) })
  }

  private static func tell(
    _ outcome: CrashTestSession.Outcome, _ plan: CrashTestPlan
  ) throws -> ExitCode {
    let report = outcome.report
    let commands = outcome.cases.map { plan.repeatCommand($0) }
    Console.print("")
    for line in CrashConsole.summary(report, commands: commands) { Console.print(line) }
    for found in outcome.cases { Console.print("to paste  \(found.pasteText)") }
    if let folder = plan.results {
      do throws(ReportError) {
        let shown = outcome.cases.map { plan.repeatCommand($0, isForFile: true) }
        var files: [(String, [UInt8])] = [
          ("crash.html", Array(CrashHTML(report, commands: shown).text.utf8)),
          ("crash.json", CrashJSON.bytes(report)),
          ("junit.xml", Array(CrashJUnit.text(report).utf8)),
        ]
        if !outcome.cases.isEmpty {
          files.append((CrashTestPlan.foundFile, plan.foundBytes(outcome.cases)))
        }
        let paths = try PlainResults.write(files, to: folder, runName: "crash-\(plan.seed)")
        for path in paths { Console.print("written   \(path)") }
      } catch {
        Console.complain("acceptance: \(error)")
        return error.isUsage ? .wrongUsage : .inconclusive
      }
    }
    if report.hasFailed { return .failed }
    return report.isWhole ? .passed : .inconclusive
  }
}
