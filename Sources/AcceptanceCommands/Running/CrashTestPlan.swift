// Owns: everything that the command line of `acceptance crash-test` decides, checked before anything
// starts, and what is written of the found scenarios.

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import CrashTesting
import Exploring
import Foundation
import Reporting
import ScenarioLoading
import StrictJSON

struct CrashTestPlan: Sendable {
  static let foundFile = "found.json"

  let table: ScenarioTable
  /// The scenario file as it was written, its client's paths made absolute.
  let source: JSONValue
  let scenarios: [Scenario]
  let scope: TrialList.Scope
  /// `nil`: all.
  let only: [CrashTrial]?
  /// Why system calls are not watched; `nil` where they are.
  let callsSkipped: String?
  let jobs: Int
  let seed: UInt64
  let results: String?
  let minimises: Bool
  let isQuiet: Bool
  let programFolder: String
  private let catalogs: Catalogs
  private let client: [String]?
  private let clientWords: String
  /// The same as files may show it.
  private let shownClientWords: String

  /// `nil` where the file is no table; its problems have been printed.
  init?(_ arguments: ParsedArguments) throws {
    catalogs = arguments.catalogs
    jobs = try arguments.integer("--jobs", in: 1...256) ?? RunCommand.defaultJobs
    seed = UInt64.random(in: 0...UInt64(UInt32.max))
    isQuiet = arguments.has("--quiet")
    minimises = !arguments.has("--no-minimise")
    programFolder = try ProgramFolder.path()
    results = try Self.results(arguments)
    only = try Self.trials(arguments)
    let images = try Self.images(arguments)
    let depth = try arguments.integer("--depth", in: 1...2) ?? 1
    let words = try arguments.words("--client")
    client = words.map { ClientProgram.resolve($0, in: FileManager.default.currentDirectoryPath) }
    clientWords =
      arguments.text("--client").map {
        " --client \(RepeatCommand.quoted($0, home: RedactedPath.home))"
      } ?? ""

    shownClientWords =
      words.map { " --client \(RepeatCommand.quoted(ClientProgram.shown($0)))" } ?? ""

    let path = arguments.operands[0]
    let file = try TableFile.load(path, catalogs)
    guard var table = file.table else { return nil }
    let folder = TableFile.folder(of: path)
    ClientProgram.resolve(&table.client, in: folder)
    if let client { ClientPaths.exchange(&table.client, for: client) }
    self.table = table
    source = try Self.resolved(JSONParser.parse(file.bytes).value, in: folder)
    scenarios = try Selection(arguments).scenarios(of: table)
    callsSkipped = CallTracer.obstacle(for: table.client, programFolder: programFolder)
    scope = TrialList.Scope(depth: depth, watchesCalls: callsSkipped == nil, images: images)
    try checkTrials()
  }

  private func checkTrials() throws(UsageError) {
    guard let only, let callsSkipped else { return }
    if let trial = only.first(where: { $0.needsCalls }) {
      throw UsageError("--at \(trial.text): system calls cannot be watched: \(callsSkipped)")
    }
  }

  private static func results(_ arguments: ParsedArguments) throws(UsageError) -> String? {
    guard !arguments.has("--no-results") || arguments.text("--results") == nil else {
      throw UsageError("--results and --no-results exclude each other")
    }
    return arguments.has("--no-results")
      ? nil : arguments.text("--results") ?? CrashTestCommand.standardFolder
  }

  private static func trials(_ arguments: ParsedArguments) throws(UsageError) -> [CrashTrial]? {
    let texts = arguments.texts("--at")
    guard !texts.isEmpty else { return nil }
    var trials: [CrashTrial] = []
    for text in texts {
      guard let trial = CrashTrial(text) else {
        throw UsageError(
          "--at: found \(Suggestion.quoted(text)); a point as the report names it is accepted, "
            + "e.g. kill@server:after-commit:1, kill@submit:answered:1, kill@call:17:before, "
            + "power-loss-journal@sync:3, fault@reset:before-commit:1")
      }
      trials.append(trial)
    }
    return trials
  }

  private static func images(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> [DurableImageKind] {
    let word = arguments.text("--durability") ?? "journaled"
    guard ["journaled", "strict"].contains(word) else {
      throw UsageError(
        "--durability: found \(Suggestion.quoted(word)); journaled, strict are accepted")
    }
    guard arguments.has("--power-loss") else {
      if arguments.text("--durability") != nil {
        throw UsageError("--durability says what --power-loss leaves; give both, or neither")
      }
      return []
    }
    return word == "strict" ? [.strict] : [.journal, .journalAhead]
  }

  // MARK: - What was found

  /// - Parameter isForFile: Whether arguments, which may be credentials, are left out.
  func repeatCommand(_ found: CrashTestSession.Found, isForFile: Bool = false) -> String {
    let file = "\(results ?? ".")/\(Self.foundFile)"
    return "acceptance crash-test \(RedactedPath.quoted(file)) --only \(found.id) --at "
      + RepeatCommand.quoted(found.trial.text)
      + (isForFile ? shownClientWords : clientWords)
  }

  func foundBytes(_ cases: [CrashTestSession.Found]) -> [UInt8] {
    ExploredFile.bytes(of: source, scenarios: cases.map(\.scenario))
  }

  /// The table with one scenario.
  func table(with scenario: JSONValue) -> ScenarioTable? {
    let bytes = ExploredFile.bytes(of: source, scenarios: [scenario])
    // What lacks a step that others need is no scenario.
    guard var table = try? TableFile.read(bytes, name: table.name, catalogs) else { return nil }
    if let client { ClientPaths.exchange(&table.client, for: client) }
    return table
  }

  func source(of scenario: ScenarioID) -> JSONValue? {
    source["scenarios"]?.arrayValue?.first { $0["id"]?.stringValue == scenario.text }
  }

  /// The found scenarios are written into another folder, from which relative paths lead elsewhere.
  private static func resolved(_ source: JSONValue, in folder: String) -> JSONValue {
    guard let client = source["client"], let command = client["command"]?.arrayValue else {
      return source
    }
    let words = ClientProgram.resolve(command.compactMap(\.stringValue), in: folder)
    let members = (client.objectValue ?? []).map { member in
      member.name == "command"
        ? JSONMember("command", .array(words.map { .string($0) })) : member
    }
    return .object(
      (source.objectValue ?? []).map { member in
        member.name == "client" ? JSONMember("client", .object(members)) : member
      })
  }
}

extension CrashTrial {
  fileprivate var needsCalls: Bool {
    if case .powerLoss = event { return true }
    return points.contains(where: \.isCall)
  }
}
