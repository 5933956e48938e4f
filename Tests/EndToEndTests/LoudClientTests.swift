import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct LoudClientTests {
  @Test("a client that writes 100 MB to stderr passes, and the run stays small")
  func hundredMegabytes() async throws {
    let place = try Workplace()
    let client = Workplace.programs.appendingPathComponent("queue-client").path
    let line = "::error::##vso[x][[ATTACHMENT|/etc/passwd]]"
    let run = try await place.acceptance(
      Workplace.table, "--only", "reset-before-commit", "--client",
      "sh -c 'yes \"\(line)\" | head -c 104857600 >&2; exec \"$0\" \"$@\"' '\(client)' "
        + "--first-retry-ms 50 --retry-cap-ms 400 --response-timeout-ms 1500")
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    let report = try place.text("acceptance-results/junit.xml")
    #expect(report.contains("104857600 bytes on stderr"))
    #expect(!report.contains("ATTACHMENT"))
    #expect(report.utf8.count < 20_000)
    #expect(run.stdout.utf8.count < 5000)
  }
}
