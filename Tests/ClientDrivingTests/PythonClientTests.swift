// Owns: claims about the Python clients that need no server: their store and their greeting.

import ClientContract
import ClientDriving
import Foundation
import StrictJSON
import Testing

@Suite("The clients in Python", .enabled(if: pythonPath != nil, "needs python3 on PATH"))
struct PythonClientTests {
  private static func command(_ client: String, _ options: [String] = []) -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Clients")
    return ["python3", folder.appendingPathComponent(client).path] + options
  }

  /// The pending task's key before a kill and after the relaunch. Nobody listens on its endpoint.
  private static func keysAcrossRelaunch(of client: String) async throws -> [String?] {
    var keys: [String?] = []
    try await Scenario.with { scenario in
      let first = try await scenario.launch(command(client))
      let outcome = await first.perform(
        .submit(body: .object(["marker": .string("m-1")])), within: patience)
      guard case .answered(let submitted) = outcome else {
        Issue.record("submit: \(outcome)")
        return
      }
      first.signal(.kill)
      #expect(await first.exitWithin(patience) == .signal(9))

      let second = try await scenario.launch(command(client))
      let listed = await second.perform(.tasks, within: patience)
      guard case .answered(let list) = listed, let task = list.tasks?.first else {
        Issue.record("tasks: \(listed)")
        return
      }
      #expect(task.task == submitted.task)
      #expect([.pending, .sending].contains(task.state))
      keys = [submitted.key, task.key]
      second.signal(.terminate)
      #expect(await second.exitWithin(patience) == .status(0))
    }
    return keys
  }

  @Test("a pending task keeps its key over a kill and a relaunch")
  func durableKey() async throws {
    let keys = try await Self.keysAcrossRelaunch(of: "python_client.py")
    try #require(keys.count == 2)
    #expect(keys[0] != nil)
    #expect(keys[0] == keys[1])
  }

  @Test("the client with its keys in memory has another one after the relaunch")
  func memoryKey() async throws {
    let keys = try await Self.keysAcrossRelaunch(of: "memory_key_client.py")
    try #require(keys.count == 2)
    #expect(keys[1] != nil)
    #expect(keys[0] != keys[1])
  }

  @Test("the greeting declares what the options say")
  func greeting() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        Self.command(
          "python_client.py",
          ["--retry-cap-ms", "111", "--response-timeout-ms", "222", "--lease-ms", "333"]))

      guard case .answered(let payload) = await client.perform(.hello, within: patience) else {
        Issue.record("no greeting")
        return
      }
      #expect(payload.greeting?.limits.retryCap == .milliseconds(111))
      #expect(payload.greeting?.limits.responseTimeout == .milliseconds(222))
      #expect(payload.greeting?.limits.lease == .milliseconds(333))
      #expect(payload.greeting?.can == ["submit", "tasks", "sync", "retry", "token"])
      #expect(await client.perform(.damage(task: "T-1"), within: patience) == .unsupported)
      client.endInput()
      #expect(await client.exitWithin(patience) == .status(0))
    }
  }

  @Test("a store that refuses writes refuses the tap, and the client lives on")
  func refusingStore() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        Self.command("python_client.py"), refusesFileWrites: true)

      let outcome = await client.perform(.submit(body: .object([])), within: patience)

      #expect(outcome == .failed(errorIsBusy: false, errorByteCount: 17))
      client.endInput()
      #expect(await client.exitWithin(patience) == .status(0))
    }
  }
}
