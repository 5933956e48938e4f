import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct LoudClientTests {
  @Test(
    "however much a client writes to stderr, in whatever words, the run stays small",
    arguments: [
      (52_428_800, Int32(0), "52428800 bytes on stderr"),
      // More than this is a client that writes without end: told as such, and not its failure.
      (104_857_600, 2, "more than 67108864 bytes in one launch"),
    ])
  func loud(byteCount: Int, status: Int32, sentence: String) async throws {
    let place = try Workplace()
    let client = Workplace.programs.appendingPathComponent("queue-client").path
    let line = "::error::##vso[x][[ATTACHMENT|/etc/passwd]]"
    let run = try await place.acceptance(
      Workplace.table, "--only", "reset-before-commit", "--client",
      "sh -c 'yes \"\(line)\" | head -c \(byteCount) >&2; exec \"$0\" \"$@\"' '\(client)' "
        + "--first-retry-ms 50 --retry-cap-ms 400 --response-timeout-ms 1500")
    #expect(run.status == status, "\(run.stdout)\(run.stderr)")
    let report = try place.text("acceptance-results/junit.xml")
    #expect(report.contains(sentence), "\(report)")
    #expect(!report.contains("ATTACHMENT"))
    #expect(report.utf8.count < 20_000)
    #expect(run.stdout.utf8.count < 5000)
  }
}
