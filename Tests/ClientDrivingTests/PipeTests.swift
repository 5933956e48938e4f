// Owns: claims about pipes: volume, bounds, stopped readers, survivors that hold them.

import ClientContract
import ClientDriving
import StrictJSON
import Testing

@Suite("Pipes of a client")
struct PipeTests {
  @Test("ten megabytes are counted to the byte, and the last 64 KiB are kept")
  func volume() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: "head -c 10000000 /dev/zero | tr '\\0' x >&2; printf end >&2")

      #expect(await client.exitWithin(patience) == .status(0))
      #expect(client.output.stderrBytes == 10_000_003)
      #expect(client.tail(of: .stderr).count == 65_536)
      #expect(client.tailText(of: .stderr).hasSuffix("xend"))
    }
  }

  @Test("a line of 1 MiB is read; one byte more is a breach")
  func longLines() async throws {
    try await Scenario.with { scenario in
      let padded = #"""
        pad() { head -c "$1" /dev/zero | tr '\0' ' '; }
        read -r line; printf '{"id":1,"ok":true}'; pad 1048558; echo
        read -r line; printf '{"id":2,"ok":true}'; pad 1048559; echo
        read -r line
        """#
      let client = try await scenario.launch(sh: padded)

      #expect(await client.perform(.sync, within: patience) == .answered(.init()))
      #expect(
        await client.perform(.sync, within: patience)
          == .breached(.line(2, .tooLong(byteCount: 1 << 20))))
    }
  }

  @Test("however much is written to stderr, an answer after it is heard, and all of it was counted")
  func loud() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: "head -c 67108865 /dev/zero >&2; read -r line; echo '{\"id\":1,\"ok\":true}'; exit 5")

      #expect(await client.perform(.hello, within: patience) == .answered(.init()))
      #expect(await client.exitWithin(patience) == .status(5))
      #expect(client.output.stderrBytes == 67_108_865)
    }
  }

  @Test("whoever writes no lines to stdout breaks the contract at once, and may go on writing")
  func noLines() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: "head -c 5000000 /dev/zero | tr '\\0' x; echo; read -r line; exit 5")

      #expect(
        await client.perform(.hello, within: patience)
          == .breached(.line(1, .tooLong(byteCount: 1 << 20))))
      client.endInput()
      #expect(await client.exitWithin(patience) == .status(5))
      #expect(client.output.stdoutBytes == 5_000_001)
    }
  }

  @Test("a stopped client blocks nobody, and reads everything once it goes on")
  func stopped() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(sh: echoClient)
      #expect(await client.perform(.hello, within: patience) == .answered(.init()))
      client.signal(.stop)

      let large = JSONValue.string(String(repeating: "x", count: 200_000))
      #expect(
        await client.perform(.submit(body: large), within: .milliseconds(20)) == .unanswered)
      client.signal(.continue)

      #expect(await client.perform(.sync, within: patience) == .answered(.init()))
      #expect(scenario.events.contains(.answeredLate(id: 2)))
    }
  }

  @Test("a client that closed its stdin raises no SIGPIPE here, and is asked in vain")
  func closedInput() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: #"read -r line; exec 0<&-; echo '{"id":1,"ok":true}'; exec sleep 1000"#)
      #expect(await client.perform(.hello, within: patience) == .answered(.init()))

      #expect(await client.perform(.sync, within: .milliseconds(20)) == .unanswered)
      #expect(await client.exitWithin(.zero) == nil)
    }
  }

  @Test("a survivor that holds stdout does not delay the exit")
  func survivor() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: #"sleep 1000 & read -r line; echo '{"id":1,"ok":true}'; exit 0"#)

      #expect(await client.perform(.hello, within: patience) == .answered(.init()))
      #expect(await client.exitWithin(patience) == .status(0))
      #expect(await scenario.endLeftovers().killedCount == 1)
    }
  }

  @Test("a command longer than a line is not sent, and the session goes on")
  func longCommand() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(sh: echoClient)
      let body = JSONValue.string(String(repeating: "x", count: 1 << 20))

      let outcome = await client.perform(.submit(body: body), within: patience)

      #expect(outcome == .breached(.commandTooLong(byteCount: (1 << 20) + 32)))
      #expect(await client.perform(.sync, within: patience) == .answered(.init()))
    }
  }
}
