// Owns: everything that the command line of `acceptance explore` decides, checked before anything
// starts, and the file that is written at the end.

import AcceptanceModel
import AcceptanceRunner
import Exploring
import Foundation
import Reporting
import StrictJSON

struct ExplorePlan: Sendable {
  let tableName: String
  let catalogs: Catalogs
  /// The scenario file as it was written.
  let source: JSONValue
  /// `nil` where the file's own is run.
  let client: [String]?
  let clientFolder: String
  let scenarios: [GeneratedScenario]
  let seed: UInt64
  let jobs: Int
  /// `nil`: derived from the client's limits.
  let scenarioLimit: Duration?
  let isQuiet: Bool
  let programFolder: String
  let repeatCommand: String
  /// The path as the user would type it.
  let shownOut: String

  var count: Int { scenarios.count }

  /// `nil` where the file is no table; its problems have been printed.
  init?(_ arguments: ParsedArguments) throws {
    let path = arguments.operands[0]
    jobs = try arguments.integer("--jobs", in: 1...256) ?? RunCommand.defaultJobs
    scenarioLimit = try arguments.integer("--timeout", in: 1...86_400).map { .seconds($0) }
    let count =
      try arguments.integer("--count", in: 1...100_000) ?? ExploreCommand.standardCount
    let seed = try RunPlan.seed(arguments)
    self.seed = seed
    isQuiet = arguments.has("--quiet")
    programFolder = try ProgramFolder.path()
    let beside = (path as NSString).deletingLastPathComponent
    shownOut =
      arguments.text("--out")
      ?? (beside as NSString).appendingPathComponent(ExploreCommand.standardFile)
    guard !FileManager.default.fileExists(atPath: shownOut) else {
      throw UsageError("\(shownOut) is there already; --out FILE names another")
    }
    let client = try arguments.words("--client")
    self.client = client.map {
      ClientProgram.resolve($0, in: FileManager.default.currentDirectoryPath)
    }
    clientFolder = TableFile.folder(of: path)
    catalogs = arguments.catalogs
    let file = try TableFile.load(path, arguments.catalogs)
    guard let table = file.table else { return nil }
    tableName = table.name
    source = try JSONParser.parse(file.bytes).value
    repeatCommand = RunPlan.command(shownOut, arguments)

    let maker = PlanMaker(choice: FaultSampling())
    scenarios = (1...count).map { number in
      var generator = SeededGenerator(seed: seed, scenario: ScenarioID("explored-\(number)"))
      return maker.plan(using: &generator)
    }
  }

  func write(_ discoveries: [ExploreRun.Discovery]) throws {
    let scenarios = discoveries.map { discovery in
      discovery.plan.scenario(
        id: "explored-\(discovery.code)", title: "found by exploring: \(discovery.code)",
        why: "The simplest scenario that showed it, from number \(discovery.number) of seed "
          + "\(seed).")
    }
    let bytes = ExploredFile.bytes(of: source, scenarios: scenarios)
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: shownOut), options: .withoutOverwriting)
    } catch {
      throw UsageError("\(shownOut) cannot be written; --out FILE names another place")
    }
  }
}

/// Running plans against the table's client and server.
final class ExploredScenarios: Sendable {
  private let plan: ExplorePlan
  private let settings: RunSettings
  private let ordinals = RunningNumber()

  init(plan: ExplorePlan, settings: RunSettings) {
    self.plan = plan
    self.settings = settings
  }

  func verdict(of scenario: GeneratedScenario) async -> Verdict {
    let ordinal = await ordinals.next()
    let value = scenario.scenario(id: "explored", title: "explored", why: "explored")
    let bytes = ExploredFile.bytes(of: plan.source, scenarios: [value])
    do {
      var table = try TableFile.read(bytes, name: plan.tableName, plan.catalogs)
      ClientProgram.resolve(&table.client, in: plan.clientFolder)
      if let client = plan.client { ClientPaths.exchange(&table.client, for: client) }
      guard let only = table.scenarios.first else { return .notFinished }
      return await TableRun(table: table, settings: settings).run(only, ordinal: ordinal).verdict
    } catch {
      // A plan that the table's own server or client makes impossible.
      return .skipped(reason: "\(table: "\(error)")")
    }
  }
}
