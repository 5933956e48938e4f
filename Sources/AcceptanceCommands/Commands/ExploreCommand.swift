// Owns: `acceptance explore`: from the command line to the exit status. Does not own: what is
// explored (Exploring) or how a scenario runs (AcceptanceRunner).

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import Exploring
import Foundation
import Reporting

enum ExploreCommand: Command {
  static let name = "explore"
  static let summary = "run generated scenarios, and save the simplest that fail"
  static let operands = ["FILE"]
  static let details = """
    FILE gives the client, the server and its contract; its scenarios are not run. Operations,
    faults, kills, quits and offline actions are generated from the seed, so that a correct client
    ends with every operation recorded once. For each kind of finding, the simplest scenario that
    shows it is written to a scenario file beside FILE, for you to run, read and keep. Exit status
    1: something was found.
    """

  static let options = [
    Option(
      name: "--client", form: .value("ARGV"),
      summary: "client command to run instead of the file's; quoted as in a shell"),
    Option(
      name: "--count", form: .value("N"), summary: "how many scenarios (default: \(standardCount))"),
    Option(
      name: "--out", form: .value("FILE"),
      summary: "path of the found scenarios (default: \(standardFile) beside FILE)"),
    Option(
      name: "--jobs", form: .value("N"),
      summary: "scenarios that run at the same time (default: \(RunCommand.defaultJobs))"),
    Option(
      name: "--seed", form: .value("N"),
      summary: "seed of the scenarios (default: random, printed)"),
    Option(
      name: "--timeout", form: .value("SECONDS"),
      summary: "timeout of a scenario (default: derived from the client's limits)"),
    Option(name: "--quiet", form: .flag, summary: "print findings and the summary only"),
  ]

  static let standardCount = 50
  static let standardFile = "explored.json"

  static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    guard let plan = try ExplorePlan(arguments) else { return .wrongFile }
    return try await ClientWork(
      jobs: plan.jobs, seed: plan.seed, scenarioLimit: plan.scenarioLimit,
      programFolder: plan.programFolder, drivers: arguments.catalogs.drivers
    ).run(
      { settings in
        Console.print("acceptance explore  \(plan.tableName)  \(plan.count) scenarios")
        return await explore(plan, ExploredScenarios(plan: plan, settings: settings))
      }, then: { try tell($0, plan) })
  }

  private static func explore(
    _ plan: ExplorePlan, _ explorer: ExploredScenarios
  ) async -> ExploreRun.Result {
    await ExploreRun(jobs: plan.jobs, judge: { await explorer.verdict(of: $0) }).run(
      plan.scenarios,
      told: { number, scenario, verdict in
        if let line = line(number, scenario, verdict, isQuiet: plan.isQuiet) { Console.print(line) }
      },
      shrinking: { Console.print("  \($0): looking for the simplest scenario that shows it") })
  }

  private static func line(
    _ number: Int, _ plan: GeneratedScenario, _ verdict: Verdict, isQuiet: Bool
  ) -> String? {
    switch verdict {
    case .passed: isQuiet ? nil : "✓ passed   \(number)  \(plan.summary)"
    case .failed(let findings), .flaky(let findings):
      "✗ failed   \(number)  \(plan.summary)\n    "
        + Set(findings.map(\.code)).sorted().map(\.text).joined(separator: ", ")
    case .error(let error): "! error    \(number)  \(plan.summary)\n    \(error)"
    case .skipped(let reason): "- skipped  \(number)  \(plan.summary)\n    \(reason)"
    case .notFinished, .knownFailure: nil
    }
  }

  private static func tell(_ result: ExploreRun.Result, _ plan: ExplorePlan) throws -> ExitCode {
    Console.print("")
    if !result.discoveries.isEmpty {
      try plan.write(result.discoveries)
      for discovery in result.discoveries {
        Console.print("\(discovery.code)  in \(discovery.count) of \(plan.count) scenarios")
        Console.print("  simplest  \(discovery.plan.summary)")
        Console.print("  \(discovery.sentence)")
      }
      Console.print("")
    }
    Console.print(
      "\(result.passedCount) passed, \(result.failedCount) failed, \(result.inconclusive.count) "
        + "inconclusive, of \(plan.count) scenarios")
    if !result.discoveries.isEmpty {
      Console.print("written   \(plan.shownOut)")
      Console.print("rerun     \(plan.repeatCommand)")
    }
    Console.print("seed      \(plan.seed)")
    if result.failedCount > 0 { return .failed }
    return result.passedCount == plan.count ? .passed : .inconclusive
  }
}
