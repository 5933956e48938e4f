import Foundation
import TestSupport
import Testing

/// A client that says that it runs, and then neither answers nor ends.
private func silentClient(_ pipe: NamedPipe) -> String {
  "sh -c 'exec 9>\"$1\"; echo running >&9; exec tail -f /dev/null' sh '\(pipe.path)'"
}

extension Workplace {
  /// The table, with ten minutes for a client to answer: the end comes before, from outside.
  fileprivate func patientTable() throws -> String {
    let table = try String(contentsOfFile: Self.table, encoding: .utf8)
    let patient = table.replacing(
      #""driver": "jsonl","#,
      with: #""driver": "jsonl", "limits": { "answerWithinMs": 600000 },"#, maxReplacements: 1)
    return try write(patient, to: "scenarios.json")
  }
}

@Suite(.wholeRun) struct SuddenEndTests {
  @Test(
    "SIGKILL of the runner leaves a valid report that fails, and no client", .timeLimit(.minutes(5))
  )
  func runnerKilled() async throws {
    let place = try Workplace()
    let pipe = try NamedPipe(path: place.path("alive"))
    let runner = try place.start([
      try place.patientTable(), "--only", "lost-answer", "--client", silentClient(pipe),
    ])
    let client = try await pipe.firstLine()
    #expect(client.line == "running")
    runner.signal(SIGKILL)
    // The pipe ends when the last process that held it is gone: the guard has killed the client.
    await client.end.value
    #expect(try await runner.outcome.status == -SIGKILL)
    let report = try place.text("acceptance-results/junit.xml")
    #expect(report.contains(#"type="NotFinished""#))
    #expect(report.hasSuffix("</testsuites>\n"))
  }

  @Test("a second signal ends the run at once, with a valid report and no client")
  func interruptedTwice() async throws {
    let place = try Workplace()
    let pipe = try NamedPipe(path: place.path("alive"))
    let runner = try place.start([
      try place.patientTable(), "--only", "lost-answer", "--client", silentClient(pipe),
    ])
    let client = try await pipe.firstLine()
    // Two signals of one kind may arrive as one.
    runner.signal(SIGINT)
    runner.signal(SIGTERM)
    let outcome = try await runner.outcome
    await client.end.value
    #expect(outcome.status == 130, "\(outcome.stdout)\(outcome.stderr)")
    let report = try place.text("acceptance-results/junit.xml")
    #expect(report.contains("<error "))
    #expect(report.hasSuffix("</testsuites>\n"))
  }

  @Test("Ctrl-C ends the clients, finishes the report and exits with 130", .timeLimit(.minutes(5)))
  func interrupted() async throws {
    let place = try Workplace()
    let pipe = try NamedPipe(path: place.path("alive"))
    let runner = try place.start([
      try place.patientTable(), "--only", "lost-answer", "--client", silentClient(pipe),
    ])
    let client = try await pipe.firstLine()
    #expect(client.line == "running")
    runner.signal(SIGINT)
    await client.end.value
    let outcome = try await runner.outcome
    #expect(outcome.status == 130, "\(outcome.stdout)\(outcome.stderr)")
    #expect(try place.text("acceptance-results/junit.xml").contains(#"errors="1""#))
  }
}
