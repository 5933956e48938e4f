// Owns: claims about talking with a client: answers, order, deadlines, breaches, ends.

import ClientContract
import ClientDriving
import StrictJSON
import Testing

@Suite("A session with a client that speaks lines")
struct SessionTests {
  @Test("a command is answered with what the client wrote")
  func answered() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: #"read -r line; echo '{"id":1,"ok":true,"task":"T-1","key":"k"}'; read -r line"#)

      let outcome = await client.perform(.submit(body: .object([:])), within: patience)

      #expect(outcome == .answered(ContractReply.Payload(task: "T-1", key: "k")))
      client.endInput()
      #expect(await client.exitWithin(patience) == .status(1))
      #expect(
        scenario.events == [.commandWritten(id: 1), .answered(id: 1), .exited(.status(1))])
    }
  }

  @Test("overlapping commands may be answered in reverse order")
  func reversed() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: #"""
          read -r first; read -r second
          for line in "$second" "$first"; do
            id=${line#*'"id":'}; id=${id%%,*}
            case "$line" in
              *submit*) echo "{\"id\":$id,\"ok\":true,\"task\":\"submitted\"}" ;;
              *) echo "{\"id\":$id,\"ok\":true,\"tasks\":[]}" ;;
            esac
          done
          read -r line
          """#)

      async let submitted = client.perform(.submit(body: .null), within: patience)
      async let listed = client.perform(.tasks, within: patience)

      #expect(await submitted == .answered(ContractReply.Payload(task: "submitted")))
      #expect(await listed == .answered(ContractReply.Payload(tasks: [])))
    }
  }

  @Test("a refusal, an inability and a busy queue are three outcomes; no word of them is kept")
  func refusals() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: #"""
          read -r line; echo '{"id":1,"ok":false,"error":"disk full"}'
          read -r line; echo '{"id":2,"ok":false,"unsupported":true}'
          read -r line; echo '{"id":3,"ok":false,"error":"busy"}'
          """#)

      let outcomes = [
        await client.perform(.sync, within: patience),
        await client.perform(.sync, within: patience),
        await client.perform(.hello, within: patience),
      ]

      #expect(
        outcomes == [
          .failed(errorIsBusy: false, errorByteCount: 9), .unsupported,
          .failed(errorIsBusy: true, errorByteCount: 4),
        ])
    }
  }

  @Test("an answer written right before the exit is read after it")
  func lastWords() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: #"read -r line; echo '{"id":1,"ok":true}'; exit 3"#)

      #expect(await client.perform(.sync, within: patience) == .answered(.init()))
      #expect(await client.exit == .status(3))
      #expect(await client.perform(.sync, within: patience) == .ended(.status(3)))
    }
  }

  @Test("a client that ends without an answer ends the command")
  func endedUnanswered() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(sh: "read -r line; exit 0")

      #expect(await client.perform(.hello, within: patience) == .ended(.status(0)))
    }
  }

  @Test("a killed client's half line is no breach")
  func halfLine() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: #"read -r line; printf '{"id":1,"o'; kill -9 $$"#)

      #expect(await client.perform(.hello, within: patience) == .ended(.signal(9)))
    }
  }

  @Test("a passed limit is no breach, nor is the answer that comes after it")
  func late() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: #"""
          read -r first; read -r second
          echo '{"id":1,"ok":true}'; echo '{"id":2,"ok":true}'; read -r line
          """#)

      #expect(await client.perform(.sync, within: .milliseconds(1)) == .unanswered)
      #expect(await client.perform(.sync, within: patience) == .answered(.init()))
      #expect(scenario.events.contains(.answeredLate(id: 1)))
    }
  }

  @Test("a cancelled wait ends at once")
  func cancelled() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(sh: "while read -r line; do :; done")
      let waiting = Task { await client.perform(.sync, within: patience) }
      let exiting = Task { await client.exitWithin(patience) }

      waiting.cancel()
      exiting.cancel()

      #expect(await waiting.value == .unanswered)
      #expect(await exiting.value == nil)
    }
  }

  @Test(
    "what is no answer breaks the session, quoting nothing",
    arguments: [
      ("hello there", SessionBreach.line(1, .notJSON(byteCount: 11, .text))),
      ("[1]", .line(1, .notAnObject(found: "an array"))),
      (#"{"ok":true}"#, .line(1, .missingField("id", accepted: "a whole number"))),
      (#"{"id":7,"ok":true}"#, .unknownAnswer(line: 1, id: 7)),
    ])
  func breach(line: String, breach: SessionBreach) async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(sh: "read -r x; echo '\(line)'; read -r x")

      #expect(await client.perform(.hello, within: patience) == .breached(breach))
      #expect(await client.perform(.sync, within: patience) == .breached(breach))
      #expect(!breach.description.contains("there"))
    }
  }

  @Test("a second answer to one command is a breach")
  func repeated() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: #"read -r x; echo '{"id":1,"ok":true}'; echo '{"id":1,"ok":true}'; read -r x"#)

      #expect(await client.perform(.hello, within: patience) == .answered(.init()))
      #expect(
        await client.perform(.sync, within: patience) == .breached(.repeatedAnswer(line: 2, id: 1)))
    }
  }
}
