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
    Results go to \(Destinations.standardFolder)/ in the current folder, replaced whole by the next
    run. Relative paths in the client's command that lead to files are made absolute: the client
    runs in a home of its own.
    """

  static let options =
    Selection.options + JUnitChoice.options + [
      RendererChoice.option,
      Option(
        name: "--client", form: .value("ARGV"),
        summary: "the client to run instead of the file's, split as a shell splits words"),
      Option(
        name: "--results", form: .value("DIR"),
        summary: "where results go instead of \(Destinations.standardFolder)/"),
      Option(name: "--junit", form: .value("FILE"), summary: "where the JUnit report goes"),
      Option(name: "--evidence", form: .value("DIR"), summary: "where the evidence goes"),
      Option(name: "--html", form: .value("FILE"), summary: "where the page goes"),
      Option(name: "--no-results", form: .flag, summary: "write no results folder"),
      Option(
        name: "--jobs", form: .value("N"),
        summary: "scenarios at the same time; \(defaultJobs) if left out"),
      Option(
        name: "--shard", form: .value("I/N"),
        summary: "every n-th scenario from the i-th on; auto: as the build server says"),
      Option(
        name: "--repeat", form: .value("N"), summary: "run each scenario so many times"),
      Option(
        name: "--seed", form: .value("N"),
        summary: "the seed of markers and canaries; random if left out, and printed"),
      RunKey.option,
      Option(
        name: "--reproducible", form: .flag,
        summary: "for golden files: fixed times and tokens, so equal runs of one seed give equal "
          + "files; such evidence is not confidential and cannot be judged again"),
      Option(
        name: "--timeout", form: .value("SECONDS"),
        summary: "the longest a scenario may take; by the client's limits if left out"),
      Option(
        name: "--require-all", form: .flag,
        summary: "fail a scenario for which the client lacks an ability, instead of skipping it"),
      Option(name: "--fail-fast", form: .flag, summary: "begin no scenario after a failure"),
      Option(
        name: "--max-duration", form: .value("SECONDS"),
        summary: "the longest the whole run may take; what has not ended then is an error"),
      Option(
        name: "--keep", form: .flag,
        summary: "keep client home directories and what the clients printed, and print where"),
      Option(
        name: "--show-output", form: .flag,
        summary: "print what the clients print, on the terminal only"),
      Option(name: "--quiet", form: .flag, summary: "print failures and the summary only"),
      Option(
        name: "--color", form: .value("auto|always|never"),
        summary: "colour; auto: on a terminal, as NO_COLOR and FORCE_COLOR say"),
    ]

  /// Scenarios mostly wait: eight at once keep two processors a quarter busy.
  static let defaultJobs = 8

  static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    let plan = try RunPlan(arguments)
    guard let plan else { return .wrongFile }
    let folder = try RunFolder.make()
    defer { if !plan.keepsFolders { folder.remove() } }
    let session: ReportSession
    do throws(ReportError) {
      session = try ReportSession(
        facts: plan.facts, destinations: plan.destinations, selected: plan.selected,
        shard: plan.shard, runKey: plan.runKey,
        isSearched: true,
        options: plan.reportOptions)
      try session.begin()
    } catch {
      Console.complain("acceptance: \(error)")
      return error.isUsage ? .wrongUsage : .untold
    }
    return try await RunProgress(plan: plan, session: session, folder: folder).run()
  }
}
