import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct BadInputTests {
  @Test("an unknown fault is one sentence with its place and the nearest name, status 65")
  func unknownFault() async throws {
    let place = try Workplace()
    let table = try place.write(
      """
      {"version": 1, "client": {"command": ["true"]}, "scenarios": [
        {"id": "a", "title": "t",
         "faults": [{"kind": "lose-answer", "operation": "A"}],
         "steps": [{"do": "launch"}, {"do": "submit", "operation": "A"}]}]}
      """, to: "table.json")
    let run = try await place.acceptance(table)
    #expect(run.status == 65)
    #expect(
      run.stderr
        == "table.json:3:24: unknown fault \"lose-answer\"; did you mean \"lost-answer\"?\n")
    #expect(run.stdout.isEmpty)
  }

  @Test("a client that is not there is an error, status 2, and never a failure")
  func missingClient() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      Workplace.table, "--only", "lost-answer", "--client", "/nowhere/client")
    #expect(run.status == 2)
    #expect(run.stdout.contains("could not be started"))
    #expect(try place.text("acceptance-results/junit.xml").contains(#"type="ClientNotStarted""#))
  }

  @Test("a refused tap is a finding of its own, found at the first try")
  func refusedSubmit() async throws {
    let place = try Workplace()
    let client = try place.write(
      #"""
      while read -r line; do
        id=$(printf %s "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
        case $line in
          *'"hello"'*)
            limits='{"retryCapMs":100,"responseTimeoutMs":100,"leaseMs":100}'
            can='["submit","tasks","sync"]'
            echo "{\"id\":$id,\"ok\":true,\"protocol\":1,\"can\":$can,\"limits\":$limits}" ;;
          *'"submit"'*) echo "{\"id\":$id,\"ok\":false,\"error\":\"disk full\"}" ;;
          *'"tasks"'*) echo "{\"id\":$id,\"ok\":true,\"tasks\":[]}" ;;
          *) echo "{\"id\":$id,\"ok\":true}" ;;
        esac
      done
      """#, to: "client.sh")
    let run = try await place.acceptance(
      Workplace.table, "--only", "reset-after-commit", "--client", "sh \(client)")
    #expect(run.status == 1, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains("the client refused the tap of operation A"))
    #expect(run.stdout.contains("tap-refused"))
    #expect(!run.stdout.contains("check-failed"))
  }

  @Test("a server that repeats its first error for ever is an error, and no client's fault")
  func repeatedError() async throws {
    let place = try Workplace()
    let table = try place.write(
      """
      {"version": 1,
       "client": {"command": ["{bin}/queue-client", "--retry-cap-ms", "300",
         "--response-timeout-ms", "1500", "--lease-ms", "2500"]},
       "server": {"replay": "stored", "storedAnswers": "all"},
       "scenarios": [{"id": "a", "title": "t",
         "faults": [{"kind": "answer-after-commit", "operation": "A", "send": 1, "status": 500}],
         "steps": [{"do": "launch"}, {"do": "submit", "operation": "A"},
           {"do": "await", "state": {"operation": "A", "is": "done"}}]}]}
      """, to: "table.json")
    let run = try await place.acceptance(table)
    #expect(run.status == 2, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains("the server repeats the error that it first answered operation A"))
  }

  @Test("a selection that leaves nothing is status 2 with a report that is not green")
  func nothingSelected() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      Workplace.table, "--only", "created", "--skip", "created")
    #expect(run.status == 2)
    #expect(try place.text("acceptance-results/junit.xml").contains(#"errors="1""#))
  }

  @Test(
    "a command line that cannot be followed is one sentence and status 64",
    arguments: [
      ["--frobnicate"], ["--jobs", "0"], ["--color", "pink"], ["--client", "'open"],
      ["--results", ""], ["--junit="],
    ])
  func wrongUsage(_ words: [String]) async throws {
    let place = try Workplace()
    let run = try await place.start([Workplace.table] + words).outcome
    #expect(run.status == 64)
    #expect(run.stderr.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: place.path("acceptance-results")))
  }

  @Test("a results folder with somebody's files in it is refused and left alone")
  func foreignFolder() async throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("mine"), withIntermediateDirectories: false)
    let file = try place.write("precious", to: "mine/thesis.txt")
    let run = try await place.acceptance(Workplace.table, "--results", "mine")
    #expect(run.status == 64)
    #expect(FileManager.default.contents(atPath: file) == Data("precious".utf8))
  }
}
