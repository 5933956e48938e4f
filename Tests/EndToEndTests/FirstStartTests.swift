// Owns: the one start of the client before the first scenario, on clients that cannot be started.

import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct FirstStartTests {
  /// A client in shell whose file lies in the current folder.
  private static func run(
    _ script: String, _ command: String = "sh ./client.sh", in place: Workplace
  ) async throws -> Workplace.Outcome {
    _ = try place.write(script, to: "client.sh")
    return try await place.acceptance(Workplace.table, "--client", command)
  }

  private static let hello = #"{"id":1,"ok":true,"protocol":1,"client":"c","can":["submit"]}"#

  @Test(
    "a client that cannot be started ends the run with one message of cause and remedy",
    arguments: [
      ("", "sh client.sh", "client.sh is a file in the current folder", "write ./client.sh"),
      ("", "client.sh", "client.sh is a file in the current folder", "write ./client.sh"),
      ("", "sh ./other.sh", "other.sh is not there", "leads from the current folder"),
      ("", "./client.sh", "no file that may be executed", "chmod +x"),
      ("", "no-such-program-here x", "has a program called", "install it, or write its path"),
      ("exit 3", "sh ./client.sh", "(exit status 3)", "by hand"),
      ("echo hi; cat", "sh ./client.sh", "stdout: ", "stdout is for the contract's lines alone"),
      (
        #"read l; echo '{"id":1,"ok":false,"error":"busy"}'; cat"#, "sh ./client.sh",
        "answered hello with busy", "keep locks in ACCEPTANCE_HOME"
      ),
      (
        #"read l; echo '{"id":1,"ok":true}'; cat"#, "sh ./client.sh", "has no \"protocol\"",
        #""protocol":1"#
      ),
    ])
  func failures(_ script: String, _ command: String, _ cause: String, _ remedy: String)
    async throws
  {
    let place = try Workplace()
    let run = try await Self.run(script, command, in: place)
    #expect(run.status == 2, "\(run.stdout)\(run.stderr)")
    #expect(run.stderr.contains(cause), "\(run.stderr)")
    #expect(run.stderr.contains(remedy), "\(run.stderr)")
    #expect(run.stderr.split(separator: "\n").filter { $0.hasPrefix("acceptance: ") }.count == 1)
  }

  @Test("every report says of each scenario that it was not run, and why; none was begun")
  func reports() async throws {
    let place = try Workplace()
    let run = try await Self.run("exit 3", in: place)
    let list = try await place.acceptance("list", Workplace.table)
    let count = list.stdout.split(separator: "\n").count { $0.hasPrefix("  ") }
    #expect(count > 50)
    let junit = try place.text("acceptance-results/junit.xml")
    #expect(junit.components(separatedBy: "<error type=").count - 1 == count)
    #expect(junit.contains("(exit status 3); no scenario was run"))
    #expect(try place.text("acceptance-results/report.html").contains("no scenario was run"))
    #expect(run.stdout.contains("\(count) errors of \(count) scenarios"), "\(run.stdout)")
    let verified = try await place.acceptance("verify", "acceptance-results")
    #expect(verified.status == 0, "\(verified.stdout)")
    #expect(verified.stdout.contains("complete: \(count) files"))
  }

  @Test("what the client writes to stderr is on the terminal and in no file")
  func stderr() async throws {
    let place = try Workplace()
    let run = try await Self.run(#"printf 'Trace\033[31mback\n' >&2; exit 1"#, in: place)
    #expect(run.stderr.contains("| Traceback"), "\(run.stderr)")
    #expect(!run.stdout.contains("Traceback"))
    let results = place.folder.appendingPathComponent("acceptance-results")
    let names = try FileManager.default.subpathsOfDirectory(atPath: results.path)
    #expect(names.contains("junit.xml"))
    for name in names {
      let file = results.appendingPathComponent(name)
      guard !file.hasDirectoryPath else { continue }
      let text = String(
        decoding: FileManager.default.contents(atPath: file.path) ?? Data(), as: UTF8.self)
      #expect(!text.contains("Traceback"), "\(name)")
    }
  }

  @Test("values of the client's environment are left out of what is shown")
  func environmentWithheld() async throws {
    let place = try Workplace()
    let table = try place.write(
      #"""
      {"version": 1, "client": {"command": ["sh", "-c", "echo key=$API_KEY >&2; exit 1"],
        "environment": {"API_KEY": "k-12345678"}},
       "scenarios": [{"id": "a", "title": "t", "steps": [{"do": "launch"}, {"do": "submit", "operation": "A"},
          {"do": "await", "send": {"operation": "A", "number": 1}}]}]}
      """#, to: "table.json")
    let run = try await place.acceptance(table)
    #expect(run.stderr.contains("| key=[withheld]"), "\(run.stderr)")
    #expect(!(run.stdout + run.stderr).contains("k-12345678"))
  }

  @Test("a client that answers only at the end of its input does not flush, and is told so")
  func unflushed() async throws {
    let place = try Workplace()
    let table = try Self.table(
      #"read l; cat >/dev/null; echo '\#(Self.hello)'"#, answerWithinMs: 300, in: place)
    let run = try await place.acceptance(table)
    #expect(run.status == 2)
    #expect(run.stderr.contains("0 bytes on stdout"), "\(run.stderr)")
    #expect(run.stderr.contains("flush=True"))
  }

  @Test("a client that answers hello later than allowed is told of answerWithinMs, which helps")
  func slow() async throws {
    let place = try Workplace()
    let script = #"sleep 3; while read -r line; do echo '\#(Self.hello)'; done"#
    let run = try await place.acceptance(
      try Self.table(script, answerWithinMs: 500, in: place))
    // On a machine that is too busy for time to mean anything, the table is run all the same.
    guard run.stderr.contains("answered hello after") else { return }
    #expect(run.status == 2)
    #expect(run.stderr.contains("answerWithinMs allows 500 ms"))
    #expect(run.stderr.contains(#""limits": {"answerWithinMs": "#), "\(run.stderr)")
    let longer = try await place.acceptance(
      try Self.table(script, answerWithinMs: 600_000, in: place))
    #expect(!longer.stderr.contains("could not be started"), "\(longer.stderr)")
  }

  private static func table(
    _ script: String, answerWithinMs: Int, in place: Workplace
  ) throws -> String {
    _ = try place.write(script, to: "client.sh")
    return try place.write(
      """
      {"version": 1, "client": {"command": ["sh", "./client.sh"],
        "limits": {"answerWithinMs": \(answerWithinMs)}},
       "scenarios": [{"id": "a", "title": "t", "steps": [{"do": "launch"}, {"do": "check", "records": 0}]}]}
      """, to: "table.json")
  }

  @Test("a verb of a command client whose program is missing is named, in reports too")
  func missingVerb() async throws {
    let place = try Workplace()
    _ = try await place.acceptance("init", "--client", "shell")
    let table = try place.text("scenarios.json").replacing(
      #"["sh", "./client.sh", "submit""#, with: #"["./no-such-program", "submit""#)
    let run = try await place.acceptance(try place.write(table, to: "broken.json"))
    #expect(run.status == 2, "\(run.stdout)")
    let cause = #"client.verbs.submit.argv[0]: there is no file for "no-such-program""#
    #expect(run.stderr.contains(cause), "\(run.stderr)")
    #expect(run.stdout.contains(cause), "\(run.stdout)")
    #expect(!(run.stdout + run.stderr).contains("withheld"))
  }

  @Test(
    "without a loopback interface no client is started, status 2",
    .enabled(if: canUnshare, "needs a network namespace of its own"))
  func noLoopback() async throws {
    let place = try Workplace()
    let touched = place.path("touched")
    _ = try place.write("touch '\(touched)'", to: "client.sh")
    let unshare = try #require(Workplace.program("unshare"))
    let run = try await RunningProgram(
      URL(fileURLWithPath: unshare),
      [
        "-n", Workplace.programs.appendingPathComponent("acceptance").path, Workplace.table,
        "--only", "created", "--client", "sh ./client.sh",
      ], in: place.folder
    ).outcome
    #expect(run.status == 2, "\(run.stdout)\(run.stderr)")
    #expect(run.stderr.contains("127.0.0.1"), "\(run.stderr)")
    #expect(try place.text("acceptance-results/junit.xml").contains(#"<error type="NotRun""#))
    #expect(!FileManager.default.fileExists(atPath: touched))
  }

  private static let canUnshare: Bool = {
    guard let unshare = Workplace.program("unshare") else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: unshare)
    process.arguments = ["-n", "true"]
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
