// Owns: `acceptance score`: from the command line to the exit status. Does not own: the runs
// (Scoring, AcceptanceRunner) or who is run (ScorePlan).

import AcceptanceRunner
import ClientDriving
import Foundation
import Reporting
import Scoring

enum ScoreCommand: Command {
  static let name = "score"
  static let summary =
    "run a table against clients with one known fault each, and report what it detects"
  static let operands = ["[FILE]"]
  static let details = """
    Without FILE the built-in table is scored. The clients are those of faulty-client: wrong ones,
    of which each must be caught by a code that names its fault, and right but unusual ones, in
    which nothing may be found. For a kind that survives FILE, the shortest scenario of the
    built-in table that would notice is named. Status 1: a kind survives, is found by luck only,
    or a right client is accused. score.html and score.json go to \(Destinations.standardFolder)/.
    """

  static let options =
    Selection.options + [
      Option(
        name: "--client-set", form: .value("faulty|right|all"),
        summary: "which clients (default: all)"),
      Option(
        name: "--kind", form: .values("GLOB"),
        summary: "only clients whose name matches; repeatable"),
      Option(
        name: "--right-client", form: .values("ARGV"),
        summary: "an additional client expected to pass; repeatable"),
      Option(
        name: "--quick", form: .flag,
        summary: "stop testing a faulty client once it is detected"),
      Option(
        name: "--jobs", form: .value("N"),
        summary: "clients that run at the same time (default: as many as keep the processors busy)"),
      Option(
        name: "--results", form: .value("DIR"),
        summary: "results folder (default: \(Destinations.standardFolder)/)"),
      Option(name: "--no-results", form: .flag, summary: "write no results folder"),
      Option(name: "--seed", form: .value("N"), summary: "seed of markers and canaries"),
      Option(name: "--quiet", form: .flag, summary: "print what is wrong and the summary only"),
    ]

  static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    guard let plan = try ScorePlan(arguments) else { return .wrongFile }
    guard !plan.scenarios.isEmpty, !plan.clients.isEmpty else {
      Console.complain("acceptance: nothing is selected to be scored")
      return .inconclusive
    }
    return try await ClientWork(
      jobs: plan.throttle.limit, seed: plan.seed, programFolder: plan.programFolder,
      drivers: arguments.catalogs.drivers
    ).run({ await scored(plan, $0) }, then: { try tell($0, plan) })
  }

  private static func scored(_ plan: ScorePlan, _ settings: RunSettings) async -> Score {
    let scenarios = plan.scenarios.map(ScoredScenario.init)
    let width = plan.clients.map(\.name.count).max() ?? 0
    let cellCount = plan.clients.count * scenarios.count
    Console.print(
      "acceptance score  \(plan.table.name)  \(plan.clients.count) clients × "
        + "\(scenarios.count) scenarios = \(cellCount) runs")
    var ticker = ScoreTicker(style: .ofOutput(isQuiet: plan.isQuiet))
    var score = await ScoreRun(
      table: plan.table, scenarios: plan.scenarios, clients: plan.clients, settings: settings,
      throttle: plan.throttle, isQuick: plan.isQuick
    ).run { event in
      switch event {
      case .clientEnded(let client, let outcomes):
        let line = ScoreConsole.line(client, outcomes, scenarios: scenarios, nameWidth: width)
        if !plan.isQuiet || !line.hasPrefix("✓") { Console.write(ticker.line(line)) }
      case .moved(let progress): Console.draw(ticker.moved(progress))
      }
    }
    Console.draw(ticker.ended())
    let survivors = score.wrongRows.filter { [.survives, .caughtOtherwise].contains($0.standing) }
    if let advisor = plan.advisor, !survivors.isEmpty, !Task.isCancelled {
      Console.print("… looking for the built-in scenarios that would notice the others")
      score.advice = await ShortestDetectingScenario(
        table: advisor, settings: settings, throttle: plan.throttle
      ).find(for: survivors.map(\.client))
    }
    return score
  }

  private static func tell(_ score: Score, _ plan: ScorePlan) throws -> ExitCode {
    Console.print("")
    for line in ScoreConsole.summary(score) { Console.print(line) }
    if let folder = plan.results {
      do throws(ReportError) {
        let paths = try PlainResults.write(
          [
            ("score.html", Array(ScoreHTML(score).text.utf8)),
            ("score.json", ScoreJSON.bytes(score)),
          ], to: folder, runName: "score-\(plan.seed)")
        for path in paths { Console.print("score     \(path)") }
      } catch {
        Console.complain("acceptance: \(error)")
        return error.isUsage ? .wrongUsage : .inconclusive
      }
    }
    return score.isGood ? .passed : .failed
  }
}
