// Owns: everything that a run's command line decides, checked before anything starts.

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import Foundation
import Judge
import Reporting

struct RunPlan {
  let path: String
  let table: ScenarioTable
  let selected: [Scenario]
  let shard: ShardOrdinals
  /// Where the words of the client's command come from.
  let origin: CommandOrigin
  let facts: RunFacts
  let destinations: Destinations
  let reportOptions: ReportOptions
  let sinks: ReportSinks
  /// What runs the whole table again, as it can be typed; for the terminal alone.
  let command: String
  /// What runs the same selection again, likewise.
  let selectionCommand: String
  let style: ConsoleStyle
  let jobs: Int
  /// `nil`: derived from the client's limits.
  let scenarioLimit: Duration?
  /// Of the whole run; `nil`: no limit.
  let maxDuration: Duration?
  let isFailFast: Bool
  let requiresAll: Bool
  let keepsFolders: Bool
  let showsOutput: Bool
  let programFolder: String
  let drivers: DriverCatalog
  /// Of the run's tokens; in memory only.
  let runKey: [UInt8]

  /// `nil` where the file is no table; its problems have been printed.
  init?(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    let seed = try Self.seed(arguments)
    jobs = try arguments.integer("--jobs", in: 1...256) ?? RunCommand.defaultJobs
    scenarioLimit = try arguments.integer("--timeout", in: 1...86_400).map { .seconds($0) }
    style = try Self.style(arguments)
    destinations = try Self.destinations(arguments)
    reportOptions = ReportOptions(
      command: try Self.shownCommand(path, arguments),
      ruleCodes: RuleCatalog.all.map { $0.code.text }, explanations: RuleCatalog.explainedCodes)
    command = Self.command(path, arguments)
    selectionCommand = Self.selectionCommand(command, arguments)
    sinks = try arguments.reportSinks(tablePath: path, style: style)
    isFailFast = arguments.has("--fail-fast")
    requiresAll = arguments.has("--require-all")
    keepsFolders = arguments.has("--keep")
    showsOutput = arguments.has("--show-output")
    maxDuration = try arguments.integer("--max-duration", in: 1...86_400).map { .seconds($0) }
    let programFolder = try ProgramFolder.path()
    self.programFolder = programFolder
    drivers = arguments.catalogs.drivers

    let isReproducible = arguments.has("--reproducible")
    guard !isReproducible || arguments.text(RunKey.option.name) == nil else {
      throw UsageError("--reproducible and --run-key exclude each other")
    }
    runKey = isReproducible ? RunKey.reproducible(seed: seed) : try RunKey.chosen(arguments)

    let client = try arguments.words("--client")
    let file = try TableFile.load(path, arguments.catalogs)
    guard var table = file.table else { return nil }
    let here = FileManager.default.currentDirectoryPath
    let beside = TableFile.folder(of: path)
    ClientProgram.resolve(&table.client, in: beside)
    if let client {
      ClientPaths.exchange(&table.client, for: ClientProgram.resolve(client, in: here))
    }
    self.table = table
    origin = CommandOrigin(
      of: table.client, in: client == nil ? beside : here, isCommandLine: client != nil)
    (selected, shard) = try Self.selected(arguments, of: table)
    var facts = RunFacts(
      toolVersion: Acceptance.version, table: table.name, tableDigest: file.digest,
      clientDigest: table.client.configuration.program.flatMap {
        ClientProgram.digest(
          of: $0, programFolder: programFolder,
          path: ProcessInfo.processInfo.environment["PATH"] ?? "")
      },
      seed: seed, startedAt: isReproducible ? 0 : Int(Date().timeIntervalSince1970),
      redaction: table.redaction)
    facts.nonce = isReproducible ? [] : Self.randomBytes(16)
    facts.isReproducible = isReproducible
    self.facts = facts
  }

  private static func selected(
    _ arguments: ParsedArguments, of table: ScenarioTable
  ) throws(UsageError) -> ([Scenario], ShardOrdinals) {
    let times = try arguments.integer("--repeat", in: 1...10_000) ?? 1
    let all = try Selection(arguments).scenarios(of: table)
    var own = Array(all.indices)
    if let text = arguments.text("--shard") {
      own = try Shard(text, environment: ProcessInfo.processInfo.environment).part(of: own)
    }
    let selection = all.flatMap { Array(repeating: $0.id, count: times) }
    // All repetitions of a scenario run in one shard, next to each other.
    let ordinals = own.flatMap { index in (1...times).map { index * times + $0 } }
    return (
      own.flatMap { Array(repeating: all[$0], count: times) },
      ShardOrdinals(selection: selection, own: ordinals)
    )
  }

  /// What runs the whole table at the path with the client of the command line, for a shell.
  static func command(_ path: String, _ arguments: ParsedArguments) -> String {
    func quoted(_ word: String) -> String {
      RepeatCommand.quoted(word, home: RedactedPath.home)
    }
    let client = arguments.text("--client").map { " --client \(quoted($0))" } ?? ""
    return "acceptance \(quoted(path))\(client)"
  }

  /// The same as reports may show it.
  private static func shownCommand(
    _ path: String, _ arguments: ParsedArguments
  ) throws(UsageError) -> String {
    let client = try arguments.words("--client").map { words in
      " --client \(RepeatCommand.quoted(ClientProgram.shown(words)))"
    }
    return "acceptance \(RedactedPath.quoted(path))\(client ?? "")"
  }

  /// From the system's generator: for the run key, which must not be guessable.
  static func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  static func seed(_ arguments: ParsedArguments) throws(UsageError) -> UInt64 {
    guard let text = arguments.text("--seed") else {
      return UInt64.random(in: 0...UInt64(UInt32.max))
    }
    guard let seed = UInt64(text) else {
      throw UsageError("--seed: a whole number from 0 to \(UInt64.max) is wanted")
    }
    return seed
  }

  private static func selectionCommand(_ command: String, _ arguments: ParsedArguments) -> String {
    let options = Selection.options.map(\.name) + ["--shard", "--repeat"]
    return options.reduce(command) { command, option in
      arguments.texts(option).reduce(command) { "\($0) \(option) \(RepeatCommand.quoted($1))" }
    }
  }

  private static func style(_ arguments: ParsedArguments) throws(UsageError) -> ConsoleStyle {
    let word = arguments.text("--color") ?? "auto"
    guard let color = ConsoleStyle.ColorChoice(rawValue: word) else {
      throw UsageError(
        "--color: found \"\(word.prefix(20))\"; "
          + ConsoleStyle.ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")
          + " are accepted")
    }
    return .ofOutput(color: color, isQuiet: arguments.has("--quiet"))
  }

  private static func destinations(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> Destinations {
    guard !arguments.has("--no-results") || arguments.text("--results") == nil else {
      throw UsageError("--results and --no-results exclude each other")
    }
    return Destinations(
      results: arguments.has("--no-results")
        ? nil : arguments.text("--results") ?? Destinations.standardFolder,
      own: arguments.reportPlaces)
  }
}
