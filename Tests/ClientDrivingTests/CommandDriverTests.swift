// Owns: the driver for one-shot clients, end to end with real programs.

import AcceptanceModel
import ClientContract
import ClientDriving
import Foundation
import StrictJSON
import Testing

private let limit = Duration.seconds(20)
private let label = SubmitLabel(operation: "A", marker: "acc-1")
private let body = JSONValue.object(["title": .string("Lift is stuck")])

@Suite struct CommandDriverTests {
  @Test("a client with only submit is greeted as one that can only submit")
  func greetsForTheClient() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([.submit: .shell("exit 0")])
      let outcome = await session.perform(.hello, within: limit)
      #expect(
        outcome == .answered(.init(greeting: Greeting(client: "command", can: ["submit"]))))
      session.endInput()
      #expect(await session.exit == .status(0))
    }
  }

  @Test("a client with sync and no process that goes on retries on sync only")
  func retriesOnSync() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([.submit: .shell("exit 0"), .sync: .shell("exit 0")])
      guard case .answered(let payload) = await session.perform(.hello, within: limit) else {
        Issue.record("no greeting")
        return
      }
      #expect(payload.greeting?.limits.retries == .onSync)
    }
  }

  @Test("a hostile body, operation and marker stay inside their own arguments, byte for byte")
  func injectsNothing() async throws {
    try await CommandClient.with { client in
      let hostile = "$(touch injected); `touch injected` ' \" \\ {home} {body} -rf\n\u{0}é"
      let body = JSONValue.object(["title": .string(hostile)])
      let session = try await client.launch([
        .submit: .shell(
          "printf %s \"$1\" >body; cat \"$2\" >file; printf %s \"$3\" >operation; "
            + "printf %s \"$4\" >marker; printf %s $# >count",
          "{body}", "{bodyFile}", "{operation}", "{marker}")
      ])
      let outcome = await session.submit(
        body, as: SubmitLabel(operation: "$(id) {marker}", marker: "{body};x"), within: limit)
      #expect(outcome == .answered(.init(task: "$(id) {marker}")))
      let bytes = String(decoding: JSONWriter.bytes(of: body), as: UTF8.self)
      #expect(try client.contents("body") == bytes)
      #expect(try client.contents("file") == bytes)
      #expect(try client.contents("operation") == "$(id) {marker}")
      #expect(try client.contents("marker") == "{body};x")
      #expect(try client.contents("count") == "4")
      #expect(!client.exists("injected"))
    }
  }

  @Test("an exit status outside okExit is a failed submit, one inside an acknowledged one")
  func heedsOkExit() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([
        .submit: .shell("echo no >&2; exit \"$1\"", "{operation}", okExit: [0, 7])
      ])
      let acknowledged = await session.submit(
        body, as: SubmitLabel(operation: "7", marker: ""), within: limit)
      let failed = await session.submit(
        body, as: SubmitLabel(operation: "8", marker: ""), within: limit)
      #expect(acknowledged == .answered(.init(task: "7")))
      #expect(failed == .failed(errorIsBusy: false, errorByteCount: 3))
    }
  }

  @Test("a task and key that submit prints win over the invented name")
  func takesPrintedTask() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([
        .submit: .shell(#"echo sending; echo '{"task":"T-17","key":"k1"}'; echo"#)
      ])
      #expect(
        await session.submit(body, as: label, within: limit)
          == .answered(.init(task: "T-17", key: "k1")))
    }
  }

  @Test("tasks is the array on stdout, and anything else a breach that quotes nothing")
  func readsTasks() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([
        .submit: .shell("exit 0"),
        .tasks: .shell(
          "[ -e broken ] && echo secret || echo '[{\"task\":\"A\",\"state\":\"done\"}]'"),
      ])
      #expect(
        await session.perform(.tasks, within: limit)
          == .answered(.init(tasks: [TaskLine(task: "A", state: .done)])))
      try Data().write(to: URL(fileURLWithPath: client.home + "/broken"))
      #expect(
        await session.perform(.tasks, within: limit)
          == .breached(.taskList(.notJSON(byteCount: 7, .text))))
    }
  }

  @Test("reset runs before the first launch of a scenario and never again")
  func resetsOnce() async throws {
    try await CommandClient.with { client in
      let verbs: [CommandVerb.Name: CommandVerb] = [
        .reset: .shell("echo reset >>log"), .launch: .shell("echo launch >>log"),
        .submit: .shell("exit 0"),
      ]
      let first = try await client.launch(verbs)
      first.signal(.kill)
      #expect(await first.exit == .signal(9))
      _ = try await client.launch(verbs)
      #expect(try client.contents("log") == "reset\nlaunch\nlaunch\n")
    }
  }

  @Test("retry and damage are programs too, given the task; without them they are unsupported")
  func asksForTasks() async throws {
    try await CommandClient.with { client in
      let task = "-rf $(id) '\n{task}"
      let session = try await client.launch([
        .submit: .shell("exit 0"), .retry: .shell("printf %s \"$1\" >retried", "{task}"),
      ])
      #expect(await session.perform(.retry(task: task), within: limit) == .answered(.init()))
      #expect(try client.contents("retried") == task)
      #expect(await session.perform(.damage(task: task), within: limit) == .unsupported)
    }
  }

  @Test("what verbs heed of their environment is declared for them, beside what they show")
  func declaresForTheClient() async throws {
    try await CommandClient.with { client in
      let configuration = CommandConfiguration(
        verbs: ["submit": .shell("exit 0"), "retry": .shell("exit 0"), "damage": .shell("exit 0")],
        can: ["token", "clock"])
      let session = try await CommandDriver(configuration).launch(client.request())
      guard case .answered(let payload) = await session.perform(.hello, within: limit) else {
        Issue.record("no greeting")
        return
      }
      #expect(payload.greeting?.can == ["submit", "retry", "damage", "token", "clock"])
    }
  }
}
