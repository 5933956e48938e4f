// Owns: `acceptance doctor` on real clients: what is wrong is named, with what to do about it.

import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct DoctorTests {
  private static let hello =
    #"{"id":1,"ok":true,"protocol":1,"client":"c","can":["submit"],"limits":{"retryCapMs":1,"responseTimeoutMs":1,"leaseMs":0}}"#

  /// A client in shell: greets, takes the tap, then does `script`.
  private static func client(
    _ place: Workplace, greeting: String = hello, then script: String
  ) throws -> String {
    _ = try place.write(
      """
      read -r line; echo '\(greeting)'
      read -r line; body=${line#*'"body":'}; body=${body%\\}}
      echo '{"id":2,"ok":true,"task":"T"}'
      \(script)
      read -r line
      """, to: "client.sh")
    return "sh ./client.sh"
  }

  private static func examined(
    _ place: Workplace, _ client: String
  ) async throws -> Workplace.Outcome {
    try await place.acceptance("doctor", Workplace.table, "--client", client)
  }

  @Test("the reference client has nothing in its way")
  func reference() async throws {
    let place = try Workplace()
    let run = try await place.acceptance("doctor", Workplace.table)
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    for line in [
      "✓ ports", "✓ start", "✓ abilities", "✓ submit", "✓ endpoint  the tap arrived", "✓ quit",
    ] { #expect(run.stdout.contains(line), "\(run.stdout)") }
  }

  @Test("without a scenario file only the machine is looked at")
  func machineOnly() async throws {
    let place = try Workplace()
    let run = try await place.acceptance("doctor")
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains("no scenario file was given"))
  }

  @Test("a wrong scenario file is status 65, as everywhere")
  func wrongFile() async throws {
    let place = try Workplace()
    let file = try place.write(#"{"version": 1}"#, to: "table.json")
    #expect(try await place.acceptance("doctor", file).status == 65)
  }

  @Test(
    "a client that does not start, greet or speak is trouble at its own line",
    arguments: [
      ("/nowhere/client", "✗ start"), ("sh -c 'exit 3'", "✗ start"),
      ("sh -c 'echo hi; cat'", "✗ contract"),
    ])
  func doesNotSpeak(_ client: String, _ line: String) async throws {
    let place = try Workplace()
    let run = try await Self.examined(place, client)
    #expect(run.status == 1)
    #expect(run.stdout.contains(line), "\(run.stdout)")
  }

  @Test("a verb whose program is not there is trouble at the verbs, not at what the client prints")
  func missingVerb() async throws {
    let place = try Workplace()
    _ = try await place.acceptance("init", "--client", "shell")
    let table = try place.text("scenarios.json").replacing(
      #"["sh", "./client.sh", "submit""#, with: #"["./no-such-program", "submit""#)
    let run = try await place.acceptance("doctor", try place.write(table, to: "broken.json"))
    #expect(run.status == 1, "\(run.stdout)")
    #expect(run.stdout.contains("✗ verbs     client.verbs.submit.argv[0]: "), "\(run.stdout)")
  }

  @Test(
    "a send that goes elsewhere, without a key or without its content is trouble at the endpoint",
    .enabled(if: Workplace.program("curl") != nil, "needs curl"),
    arguments: [
      (#"curl -s -d "$body" "${ACCEPTANCE_ENDPOINT%items}elsewhere""#, "another path than /items"),
      (#"curl -s -d "$body" "$ACCEPTANCE_ENDPOINT""#, "without a key in the header"),
      (
        #"curl -s -H 'Idempotency-Key: k' -d '{"a":1}' "$ACCEPTANCE_ENDPOINT""#,
        "without the content that was tapped"
      ),
      ("true", "nothing arrived"),
    ])
  func sendsWrongly(_ script: String, _ sentence: String) async throws {
    let place = try Workplace()
    let run = try await Self.examined(
      place, Self.client(place, then: script + " >/dev/null 2>&1"))
    #expect(run.status == 1, "\(run.stdout)")
    #expect(run.stdout.contains("✗ endpoint"), "\(run.stdout)")
    #expect(run.stdout.contains(sentence), "\(run.stdout)")
  }
}
