import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import Foundation
import ScenarioLoading
import Scoring
import TestSupport
import Testing

/// Real processes: a few scenarios of a table against one wrong client and the right one.
@Suite(.wholeRun)
struct RealScoreTests {
  private static let programs = BuiltPrograms.folder.path

  private static let table = """
    {
      "version": 1,
      "client": { "command": ["{bin}/queue-client"] },
      "scenarios": [
        {
          "id": "plain", "title": "a write arrives",
          "steps": [
            { "do": "launch" },
            { "do": "submit", "operation": "A" },
            { "do": "await", "state": { "operation": "A", "is": "done" } }
          ]
        },
        {
          "id": "relaunch", "title": "killed while its request is with the server",
          "faults": [{ "kind": "kill-client-after-commit", "operation": "A", "send": 1 }],
          "steps": [
            { "do": "launch" },
            { "do": "submit", "operation": "A" },
            { "do": "await", "exit": "app" },
            { "do": "launch" },
            { "do": "await", "state": { "operation": "A", "is": "done" } }
          ]
        }
      ]
    }
    """

  private static let options = [
    "--first-retry-ms", "40", "--retry-cap-ms", "300", "--response-timeout-ms", "1500",
    "--lease-ms", "2500",
  ]

  private static func withSettings<Value>(
    _ text: [UInt8] = Array(table.utf8),
    _ body: (ScenarioTable, RunSettings) async throws -> Value
  ) async throws -> Value {
    let table = try ScenarioLoader.load(
      text, fileName: "t.json", knownCodes: [], drivers: DriverCatalog.standard.forms)
    let folder = NSTemporaryDirectory() + "score-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let settings = RunSettings(
      jobs: 4, seed: 7, folder: folder, programFolder: programs,
      ambient: ProcessInfo.processInfo.environment)
    do {
      let value = try await body(table, settings)
      try FileManager.default.removeItem(atPath: folder)
      return value
    } catch {
      try FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  private static let memoryKeys = ScoredClient(
    name: "new-key-after-restart", summary: "keeps keys in memory",
    role: .wrong(codes: [.keyChanged]),
    command: [programs + "/faulty-client", "new-key-after-restart"] + options)

  private static let reference = ScoredClient(
    name: "queue-client", summary: "is right", role: .right,
    command: [programs + "/queue-client"] + options)

  @Test("keys in memory are caught by the relaunch alone, and the right client by none")
  func matrix() async throws {
    let score = try await Self.withSettings { table, settings in
      await ScoreRun(
        table: table, scenarios: table.scenarios, clients: [Self.memoryKeys, Self.reference],
        settings: settings, throttle: Throttle(fixed: 4), isQuick: false
      ).run { _ in }
    }
    #expect(score.rows[0].catches.map(\.text) == ["relaunch"])
    #expect(score.outcomes[0][0] == .passed)
    #expect(score.falseAlarms.isEmpty, "\(score.outcomes[1])")
    #expect(score.idleScenarios.map(\.id.text) == ["plain"])
    #expect(score.isGood)
  }

  /// Each is right but at the moment that one scenario is about, which must be met for that.
  private static let forgetful: [(kind: String, code: String, scenario: String)] = [
    ("new-key-after-restart", "key-changed", "relaunch"),
    ("paused-lost-at-launch", "stopped-silently", "forbidden"),
    ("retry-after-forgotten", "retry-after-ignored", "retry-after"),
    ("sending-reset-at-launch", "overlapping-sends", "frozen-sender"),
  ]

  @Test("what goes wrong at one moment only is caught by the scenario of that moment, each time")
  func moments() async throws {
    let names = Set(Self.forgetful.map(\.scenario) + ["two-processes"])
    let clients =
      Self.forgetful.map { kind, code, _ in
        ScoredClient(
          name: kind, summary: "forgets", role: .wrong(codes: [FindingCode(code)]),
          command: [Self.programs + "/faulty-client", kind] + Self.options)
      } + [
        ScoredClient(
          name: "coarse-list", summary: "lists little", role: .right,
          command: [Self.programs + "/faulty-client", "--right", "coarse-list"] + Self.options)
      ]
    let score = try await Self.withSettings(BuiltInTable.bytes) { table, settings in
      await ScoreRun(
        table: table, scenarios: table.scenarios.filter { names.contains($0.id.text) },
        clients: clients, settings: settings, throttle: Throttle(fixed: 4), isQuick: false
      ).run { _ in }
    }
    for (row, expected) in zip(score.rows, Self.forgetful) {
      #expect(row.catches.map(\.text).contains(expected.scenario), "\(expected.kind)")
    }
    #expect(score.falseAlarms.isEmpty, "\(score.outcomes.last ?? [])")
    #expect(score.outcomes.last?.allSatisfy { $0 == .passed } == true)
  }

  @Test("for what a table does not notice, the shortest scenario that would is named")
  func advice() async throws {
    let advice = try await Self.withSettings { table, settings in
      await ShortestDetectingScenario(
        table: table, settings: settings, throttle: Throttle(fixed: 4)
      )
      .find(for: [Self.memoryKeys])
    }
    #expect(advice["new-key-after-restart"]?.id.text == "relaunch")
  }
}
