// Owns: what `acceptance score` runs: the table, its scenarios and the clients, all checked before
// anything starts.

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import Foundation
import Reporting
import ScenarioLoading
import Scoring

struct ScorePlan {
  let table: ScenarioTable
  let scenarios: [Scenario]
  let clients: [ScoredClient]
  /// The built-in table, where another one is scored.
  let advisor: ScenarioTable?
  let isQuick: Bool
  let isQuiet: Bool
  let throttle: Throttle
  let seed: UInt64
  let results: String?
  let programFolder: String

  /// `nil` where the file is no table; its problems have been printed.
  init?(_ arguments: ParsedArguments) throws {
    isQuick = arguments.has("--quick")
    isQuiet = arguments.has("--quiet")
    throttle =
      try arguments.integer("--jobs", in: 1...256).map(Throttle.init(fixed:)) ?? .ofMachine
    seed =
      try arguments.integer("--seed", in: 0...Int.max).map(UInt64.init)
      ?? UInt64.random(in: 0...UInt64(UInt32.max))
    guard !arguments.has("--no-results") || arguments.text("--results") == nil else {
      throw UsageError("--results and --no-results exclude each other")
    }
    results =
      arguments.has("--no-results")
      ? nil : arguments.text("--results") ?? Destinations.standardFolder
    programFolder = try ProgramFolder.path()

    let builtIn = try Self.builtInTable(arguments.catalogs)
    if let path = arguments.operands.first {
      guard let table = try TableFile.load(path, arguments.catalogs).table else { return nil }
      self.table = table
      advisor = builtIn
    } else {
      table = builtIn
      advisor = nil
    }
    scenarios = try Selection(arguments).scenarios(of: table)
    clients = try Self.clients(arguments, table, programFolder)
  }

  private static func builtInTable(_ catalogs: Catalogs) throws(ScenarioFileError) -> ScenarioTable
  {
    try TableFile.read(BuiltInTable.bytes, name: BuiltInTable.name, catalogs)
  }

  private static func clients(
    _ arguments: ParsedArguments, _ table: ScenarioTable, _ programFolder: String
  ) throws -> [ScoredClient] {
    let set = arguments.text("--client-set") ?? "all"
    guard ["faulty", "right", "all"].contains(set) else {
      throw UsageError("--client-set: found \"\(set.prefix(20))\"; faulty, right, all are accepted")
    }
    let options = try ClientOptionChoice.options(for: table)
    let program = programFolder + "/faulty-client"
    var clients: [ScoredClient] = []
    if set != "right" {
      clients += try ScoredClient.list(
        ClientListing.read(program, "--list"), program: program, options: options)
    }
    if set != "faulty" {
      clients.append(
        ScoredClient(
          name: "queue-client", summary: "is the reference client", role: .right,
          command: [programFolder + "/queue-client"] + options))
      clients += try ScoredClient.list(
        ClientListing.read(program, "--list-right"), program: program, options: options)
    }
    let globs = arguments.texts("--kind")
    for glob in globs where !clients.contains(where: { fnmatch(glob, $0.name, 0) == 0 }) {
      throw Selection.unmatched("--kind", glob, among: clients.map(\.name), "client's name")
    }
    if !globs.isEmpty {
      clients = clients.filter { client in globs.contains { fnmatch($0, client.name, 0) == 0 } }
    }
    return clients + (try ownClients(arguments))
  }

  private static func ownClients(_ arguments: ParsedArguments) throws -> [ScoredClient] {
    let here = FileManager.default.currentDirectoryPath
    return try arguments.texts("--right-client").map { text in
      let words = try ShellWords.split(text)
      guard !words.isEmpty else {
        throw UsageError("--right-client: found no words; a program and its arguments are wanted")
      }
      return ScoredClient(
        name: ClientProgram.shown(words), summary: "was named right on the command line",
        role: .right,
        command: ClientProgram.resolve(words, in: here))
    }
  }
}

extension Throttle {
  static var ofMachine: Throttle {
    Throttle(
      processorCount: ProcessInfo.processInfo.activeProcessorCount,
      openFileLimit: sysconf(Int32(_SC_OPEN_MAX)))
  }
}

/// Which options the scored clients get, so that they fit the table's server.
enum ClientOptionChoice {
  static func options(for table: ScenarioTable) throws(UsageError) -> [String] {
    guard case .header(let name) = table.server.key else {
      throw UsageError(
        "\(table.name): the clients that a table is scored with send their key in a header; "
          + "this table's server wants it elsewhere")
    }
    let command = (table.client.configuration as? JSONLinesConfiguration)?.command ?? []
    // The table's own options for the reference client, its limits among them.
    var options =
      command.first.map { ($0 as NSString).lastPathComponent } == "queue-client"
      ? Array(command.dropFirst()) : []
    if !options.contains("--key-header") { options += ["--key-header", name] }
    if table.answers.served(by: table.server).overrides[409] == .keep {
      options += ["--conflict", "retry"]
    }
    return options
  }
}

/// Asking a program for its list.
enum ClientListing {
  static func read(_ program: String, _ option: String) throws(UsageError) -> [UInt8] {
    guard let output = try? ProgramOutput.of(program, [option, "--json"]) else {
      throw UsageError(
        "faulty-client is not beside this program, or cannot be started; build the whole package")
    }
    guard output.status == 0 else {
      throw UsageError("faulty-client \(option) ended with \(output.status)")
    }
    return output.stdout
  }
}
