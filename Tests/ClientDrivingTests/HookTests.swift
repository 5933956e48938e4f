// Owns: the hook for apps, driven as any client through its lines and through a mailbox.

import AcceptanceModel
import ClientContract
import ClientDriving
import Foundation
import StrictJSON
import TestSupport
import Testing

private let body = JSONValue.object([
  "title": .string("a/b \"é\" 🎈"), "n": .number("12345678901"),
  "deep": .array([.null, .bool(true)]),
])

@Suite struct HookTests {
  @Test("a hooked client greets, takes taps, lists them and refuses what it cannot do, by lines")
  func lines() async throws {
    try await Scenario.with { scenario in
      let session = try await scenario.launch([hookedClient, "lines"])
      guard case .answered(let hello) = await session.perform(.hello, within: patience) else {
        Issue.record("no greeting")
        return
      }
      #expect(hello.greeting?.can == ["submit", "tasks"])
      #expect(hello.greeting?.limits.retryCap == .milliseconds(300))
      #expect(
        await session.perform(.submit(body: body), within: patience)
          == .answered(.init(task: "T-1", key: "k-1")))
      let refused = await session.perform(
        .submit(body: .object(["title": .string("refuse")])), within: patience)
      #expect(refused == .failed(errorIsBusy: false, errorByteCount: "Refused()".utf8.count))
      #expect(await session.perform(.sync, within: patience) == .unsupported)
      guard case .answered(let list) = await session.perform(.tasks, within: patience),
        let task = list.tasks?.first
      else {
        Issue.record("no list")
        return
      }
      #expect(task.task == "T-1" && task.state == .pending && task.sends == 0)
      // The same value; the order of members is not promised.
      let kept = try JSONParser.parse(task.diagnosis ?? "").value
      for name in ["title", "n", "deep"] { #expect(kept[name] == body[name]) }
      session.endInput()
      #expect(await session.exit == .status(0))
    }
  }

  @Test("the same client answers through a mailbox in a container that simctl names")
  func mailbox() async throws {
    let app = DeviceApp(
      device: StandInDevice.simulator, id: "com.example.todo", bundle: "/builds/Todo.app")
    try await StandInDevice.with(app) { device in
      var client = device.client
      client.environment["STANDIN_APP"] = hookedClient
      let session = try await StandInDevice(client: client, app: app, state: device.state)
        .launch(SimctlDriver.self)
      #expect(
        await session.perform(.submit(body: body), within: patience)
          == .answered(.init(task: "T-1", key: "k-1")))
      // The very same command again is a new one: its id differs.
      #expect(
        await session.perform(.submit(body: body), within: patience)
          == .answered(.init(task: "T-2", key: "k-2")))
      session.signal(.kill)
      #expect(await session.exit == .signal(9))
    }
  }
}

/// Built beside the tests.
private let hookedClient = BuiltPrograms.path("hooked-client")
