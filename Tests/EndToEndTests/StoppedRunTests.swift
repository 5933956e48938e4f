// Owns: runs that are stopped, by a signal or by their time, and what clients print meanwhile.

import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct StoppedRunTests {
  /// Answers hello, then runs `script` for each further line, and `ending` when its input ends.
  private static func client(then script: String, ending: String = "") -> String {
    """
    case $ACCEPTANCE_HOME in */start*/home) first=yes ;; esac
    read -r line
    echo '{"id":1,"ok":true,"protocol":1,"client":"c","can":["submit"]}'
    test -n "$first" && exit 0
    while read -r line; do \(script); done
    \(ending)
    """
  }

  private static func table(
    _ client: String, steps: String, redaction: String = "{}", answerWithinMs: Int = 300_000,
    in place: Workplace
  ) throws -> String {
    _ = try place.write(client, to: "client.sh")
    let scenarios = ["a", "b"].map {
      #"{"id": "\#($0)", "title": "t", "steps": [{"do": "launch"}, \#(steps)]}"#
    }
    return try place.write(
      """
      {"version": 1, "redaction": \(redaction),
       "client": {"command": ["sh", "./client.sh"],
         "limits": {"answerWithinMs": \(answerWithinMs), "quitMs": 300000, "retryCapMs": 100,
           "responseTimeoutMs": 100, "leaseMs": 100}},
       "scenarios": [\(scenarios.joined(separator: ", "))]}
      """, to: "table.json")
  }

  private static let check = #"{"do": "check", "records": 0}"#
  private static let tap =
    #"{"do": "submit", "operation": "A"}, {"do": "await", "send": {"operation": "A", "number": 1}}"#

  @Test(
    "a signal ends a run at once though a client does not quit, and the reports are written",
    .timeLimit(.minutes(15)), arguments: [SIGINT, SIGTERM])
  func signalled(_ number: Int32) async throws {
    let place = try Workplace()
    let pipe = try NamedPipe(path: place.path("pipe"))
    let table = try Self.table(
      Self.client(
        then: ":", ending: "trap '' TERM; echo ending > '\(pipe.path)'; while :; do sleep 1; done"),
      steps: Self.check, in: place)
    let run = try place.start([table, "--jobs", "1"])
    // The client is asked to quit, which it may take five minutes for.
    #expect(try await pipe.firstLine().line == "ending")
    run.signal(number)
    let outcome = try await run.outcome
    #expect(outcome.status == 130, "\(outcome.stdout)\(outcome.stderr)")
    #expect(outcome.stderr.contains("acceptance: stopping…"))
    #expect(outcome.stdout.contains("1 error, 1 not finished of 2 scenarios"), "\(outcome.stdout)")
    let junit = try place.text("acceptance-results/junit.xml")
    #expect(junit.contains(#"<error type="Interrupted""#))
    #expect(junit.contains(#"<error type="NotFinished""#), "\(junit)")
  }

  @Test(
    "--max-duration ends the run: what was not run is an error that says so, status 2",
    .timeLimit(.minutes(15)))
  func maxDuration() async throws {
    let place = try Workplace()
    let table = try Self.table(Self.client(then: ":"), steps: Self.tap, in: place)
    let run = try await place.acceptance(table, "--jobs", "1", "--max-duration", "1")
    #expect(run.status == 2, "\(run.stdout)\(run.stderr)")
    let junit = try place.text("acceptance-results/junit.xml")
    #expect(junit.components(separatedBy: #"<error type="NotRun""#).count == 3, "\(junit)")
    #expect(junit.contains("(--max-duration 1) was over"))
    #expect(try await place.acceptance("verify", "acceptance-results").status == 0)
  }

  @Test("--max-duration that is no number of seconds is status 64")
  func wrongDuration() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(Workplace.table, "--max-duration", "1h")
    #expect(run.status == 64)
    #expect(run.stderr.contains("a whole number from 1 to 86400 is wanted"))
  }

  @Test(
    "--show-output prints what the client prints, without planted secrets and in no file",
    .timeLimit(.minutes(5)))
  func showOutput() async throws {
    let place = try Workplace()
    let script =
      #"echo "Trace${x}back" >&2; echo "$line" >&2; printf last >&2; echo '{"id":2,"ok":false,"error":"no"}'"#
    let table = try Self.table(
      Self.client(then: script), steps: Self.tap,
      redaction: #"{"sensitiveFields": ["password"]}"#, answerWithinMs: 5000, in: place)
    let run = try await place.acceptance(
      table, "--only", "a", "--show-output", "--keep")
    #expect(run.stdout.contains("  a launch 1 stderr | Traceback\n"), "\(run.stdout)")
    #expect(run.stdout.contains("| [a line that holds a planted secret]"), "\(run.stdout)")
    #expect(run.stdout.contains("| last\n"), "\(run.stdout)")
    #expect(!run.stdout.contains(#""do":"submit""#))
    #expect(run.status != 3)
    let kept = String(try #require(run.stdout.firstMatch(of: /kept +(.+)/)).1)
    defer { try? FileManager.default.removeItem(atPath: kept) }
    let printed = try String(
      contentsOfFile: kept + "/001/output/launch-1.stderr", encoding: .utf8)
    #expect(printed.contains("Traceback") && printed.contains(#""do":"submit""#))
    let results = place.folder.appendingPathComponent("acceptance-results")
    for name in try FileManager.default.subpathsOfDirectory(atPath: results.path) {
      let data = FileManager.default.contents(atPath: results.path + "/" + name) ?? Data()
      #expect(!String(decoding: data, as: UTF8.self).contains("Traceback"), "\(name)")
    }
  }
}
