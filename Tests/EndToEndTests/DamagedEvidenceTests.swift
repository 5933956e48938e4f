import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct DamagedEvidenceTests {
  @Test("whoever reads damaged evidence is told so, with the status of verify")
  func readers() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      Workplace.table, "--only", "lost-answer", "--only", "two-operations", "--quiet")
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    let whole = try await place.acceptance("recheck", "acceptance-results")
    #expect(whole.status == 0)
    #expect(whole.stdout == "2 of 2 scenarios judged again, each as reported\n")

    let name = "acceptance-results/evidence/002.jsonl"
    _ = try place.write(String(try place.text(name).dropLast(40)), to: name)
    let flaw = "002.jsonl: torn tail: its "
    let again = try await place.acceptance("recheck", "acceptance-results")
    #expect(again.status == 10)
    #expect(again.stdout.contains(flaw))
    let named = "lost-answer: not judged again: it left no complete evidence\n"
    #expect(
      again.stdout.hasSuffix(
        named + "1 of 2 scenarios judged again, each as reported; 1 not judged again, named above\n"
      ))
    let table = try await place.acceptance("evidence", "acceptance-results", "--table", "csv")
    #expect(table.status == 10)
    #expect(table.stderr.hasPrefix(flaw))
    #expect(table.stdout.contains(",,,0,,0,notFinished\r\n"))

    for command in ["verify", "recheck", "evidence", "report", "merge"] {
      let none = try await place.acceptance(command, "nowhere")
      #expect(none.status == 64)
      #expect(
        none.stderr
          == "acceptance: nowhere: there is no such file. A run's results, or the evidence "
          + "folder in them, are wanted.\n")
    }
  }
}
