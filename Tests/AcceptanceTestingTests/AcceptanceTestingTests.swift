// Owns: the use that a team makes of AcceptanceTesting, made of the product's own client.

import AcceptanceTesting
import Foundation
import TestSupport
import Testing

private let table = "../../scenarios.json"

extension AcceptanceTable {
  fileprivate static func scenarios(
    named ids: Set<String>, options: Options = Options()
  ) -> [AcceptanceScenario] {
    scenarios(at: table, options: options).filter { ids.contains($0.id) }
  }
}

@Suite(.wholeRun) struct TableCases {
  @Test(
    "a table's scenarios are test cases",
    arguments: AcceptanceTable.scenarios(named: ["lost-answer", "relaunch", "second-tap"]))
  func records(_ scenario: AcceptanceScenario) async throws {
    #expect(try await scenario.verify() == nil)
  }

  @Test("a client that does not start is undecided, and verifying it throws its sentence")
  func undecided() async throws {
    let options = AcceptanceTable.Options(client: ["/nowhere/client"])
    let scenario = try #require(
      AcceptanceTable.scenarios(named: ["lost-answer"], options: options).first)
    guard case .undecided(let reason) = await scenario.run() else {
      Issue.record("it could be told")
      return
    }
    #expect(reason.hasPrefix("the client could not be started"))
    await #expect(throws: AcceptanceFailure.undecided(scenario: "lost-answer", reason: reason)) {
      try await scenario.verify()
    }
  }

  @Test("what a client lacks is skipped with the reason, and a failure where all is required")
  func skipped() async throws {
    // Greets, and can nothing.
    let client = [
      "sh", "-c",
      #"read -r l; echo '{"id":1,"ok":true,"protocol":1,"client":"c","can":[]}'; cat >/dev/null"#,
    ]
    let scenario = try #require(
      AcceptanceTable.scenarios(
        named: ["lost-answer"], options: AcceptanceTable.Options(client: client)
      ).first)
    let reason = try await scenario.verify()
    #expect(reason?.hasPrefix("the client does not declare the ability to submit") == true)
    await #expect(throws: AcceptanceFailure.self) {
      try await scenario.verify(requiringAll: true)
    }
  }

  @Test(
    "a client that keeps its keys in memory fails with key-changed, in the rule's own words",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs python3"))
  func failed() async throws {
    let client = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Clients/memory_key_client.py").path
    let scenario = try #require(
      AcceptanceTable.scenarios(
        named: ["relaunch"],
        options: AcceptanceTable.Options(client: ["/usr/bin/python3", client])
      ).first)
    do throws(AcceptanceFailure) {
      try await scenario.verify()
      Issue.record("it passed")
    } catch {
      #expect("\(error)".contains("\n  key-changed: operation A was sent under a second key"))
    }
  }
}

@Suite struct TableReadingTests {
  @Test("a file that is not there is one case that fails with its sentence")
  func missing() async throws {
    let scenarios = AcceptanceTable.scenarios(at: "no-such.json")
    #expect(scenarios.map(\.id) == ["scenario-file"])
    await #expect(
      throws: AcceptanceFailure.undecided(
        scenario: "scenario-file", reason: AcceptanceTableError.unreadable.description)
    ) { try await scenarios.first?.verify() }
  }

  @Test("a wrong file throws every problem with its place")
  func wrong() throws {
    let file = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).json"
    try Data(#"{"version": 2, "client": {}, "scenarios": []}"#.utf8).write(
      to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    do throws(AcceptanceTableError) {
      _ = try AcceptanceTable(contentsOf: file)
      Issue.record("it was accepted")
    } catch {
      guard case .wrong(let problems) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(problems.count >= 3)
      #expect(problems[0].contains(".json:1:13: "))
    }
  }
}
