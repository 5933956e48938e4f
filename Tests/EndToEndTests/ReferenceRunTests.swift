import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct ReferenceRunTests {
  @Test(
    "the reference client passes every scenario of the table, and a second run in the same folder")
  func referencePasses() async throws {
    let place = try Workplace()
    let first = try await place.acceptance(Workplace.table)
    #expect(first.status == 0, "\(first.stdout)\(first.stderr)")
    #expect(try place.text("acceptance-results/junit.xml").contains(#"failures="0""#))
    let second = try await place.acceptance(
      Workplace.table, "--quiet", "--only", "lost-answer", "--only", "relaunch")
    #expect(second.status == 0, "\(second.stdout)\(second.stderr)")
    let report = try place.text("acceptance-results/junit.xml")
    #expect(report.contains(#"failures="0""#))
    #expect(report.contains(#"errors="0""#))
    #expect(!report.contains("NotFinished"))
  }

  @Test(
    "evidence holds, for each send, task, key, send count, answer and fault",
    .timeLimit(.minutes(5)))
  func evidencePerSend() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(Workplace.table, "--only", "lost-answer")
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    let lines = try place.text("acceptance-results/evidence/001.jsonl").split(separator: "\n")
    let arrived = lines.filter { $0.contains(#""kind":"arrived""#) }
    #expect(arrived.count == 2)
    #expect(arrived.allSatisfy { $0.contains(#""key":""#) && $0.contains(#""keyClear":""#) })
    #expect(arrived.map { $0.contains(#""sendOfOperation":2"#) } == [false, true])
    #expect(lines.contains { $0.contains(#""kind":"faultActed""#) })
    #expect(lines.count { $0.contains(#""kind":"answered""#) } == 2)
  }

  @Test("--no-results writes nothing; --junit and --evidence place single ones")
  func placing() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      Workplace.table, "--only", "reset-*", "--no-results", "--junit", "deep/er/report.xml",
      "--evidence", "proof")
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    let files = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
      .filter { !$0.hasPrefix(".") }
    #expect(files.sorted() == ["deep", "proof"])
    #expect(try place.text("deep/er/report.xml").contains(#"tests="3""#))
  }
}
