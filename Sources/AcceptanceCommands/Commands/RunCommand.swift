// Owns: `acceptance FILE`: from the command line to the exit status. Does not own: what happens
// between (AcceptanceRunner) or what is written (Reporting).

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import Foundation
import Reporting
import ScenarioLoading

enum RunCommand: Command {
  static let name = "run"
  static let summary = "run a scenario file and judge its client"
  static let operands = ["FILE"]
  static let details = """
    Results are written to \(Destinations.standardFolder)/ in the current folder, which each run
    replaces. Words of the client's command that contain a slash and lead to a file are made
    absolute, because the client runs in a home directory of its own: write ./client.py, not
    client.py.
    """

  static let options = placeOptions + runOptions

  static func options(in catalogs: Catalogs) -> [Option] {
    Selection.options + catalogs.reports.formOptions + placeOptions
      + catalogs.reports.destinationOptions + runOptions
  }

  private static let placeOptions = [
    Option(
      name: "--client", form: .value("ARGV"),
      summary: "client command to run instead of the file's; quoted as in a shell"),
    Option(
      name: "--results", form: .value("DIR"),
      summary: "results folder (default: \(Destinations.standardFolder)/)"),
  ]

  private static let runOptions = [
    Option(name: "--no-results", form: .flag, summary: "write no results folder"),
    Option(
      name: "--jobs", form: .value("N"),
      summary: "scenarios that run at the same time (default: \(defaultJobs))"),
    Option(
      name: "--shard", form: .value("I/N"),
      summary: "every n-th scenario from the i-th on; auto: detect from the environment"),
    Option(
      name: "--repeat", form: .value("N"), summary: "run each scenario N times"),
    Option(
      name: "--seed", form: .value("N"),
      summary: "seed of markers and canaries (default: random, printed)"),
    RunKey.option,
    Option(
      name: "--reproducible", form: .flag,
      summary: "for golden files: fixed times and tokens, so equal runs of one seed give equal "
        + "files; such evidence is not confidential and cannot be judged again"),
    Option(
      name: "--timeout", form: .value("SECONDS"),
      summary: "timeout of a scenario (default: derived from the client's limits)"),
    Option(
      name: "--require-all", form: .flag,
      summary: "fail, instead of skip, scenarios for which the client lacks an ability"),
    Option(name: "--fail-fast", form: .flag, summary: "stop after the first failure"),
    Option(
      name: "--max-duration", form: .value("SECONDS"),
      summary: "timeout of the whole run; scenarios that have not ended then are errors"),
    Option(
      name: "--keep", form: .flag,
      summary: "keep client home directories and what the clients printed, and print where"),
    Option(
      name: "--show-output", form: .flag,
      summary: "print what the clients print, on the terminal only"),
    Option(name: "--quiet", form: .flag, summary: "print failures and the summary only"),
    Option(
      name: "--color", form: .value("auto|always|never"),
      summary: "use colour; auto: on a terminal, unless NO_COLOR or FORCE_COLOR decide"),
  ]

  /// Scenarios mostly wait: eight at once keep two processors a quarter busy.
  static let defaultJobs = 8

  static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    let plan = try RunPlan(arguments)
    guard let plan else { return .wrongFile }
    let folder = try RunFolder.make()
    defer { if !plan.keepsFolders { folder.remove() } }
    // Before anything else is written: a run that is killed leaves no folder.
    let guardian = RunReaper.watching(folder)
    let session: ReportSession
    do throws(ReportError) {
      session = try ReportSession(
        facts: plan.facts, destinations: plan.destinations, selected: plan.selected,
        shard: plan.shard, runKey: plan.runKey,
        isSearched: true,
        options: plan.reportOptions, sinks: plan.sinks)
      try session.begin()
    } catch {
      await guardian?.end()
      Console.complain("acceptance: \(error)")
      return error.isUsage ? .wrongUsage : .inconclusive
    }
    return try await RunProgress(
      plan: plan, session: session, folder: folder, guardian: guardian
    ).run()
  }
}
