import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct LoudClientTests {
  @Test("however much a client writes to stderr, in whatever words, the run stays small and passes")
  func loud() async throws {
    let place = try Workplace()
    let line = "::error::##vso[x][[ATTACHMENT|/etc/passwd]]"
    let run = try await place.run(loud: "yes \"\(line)\" | head -c 10485760")
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    let report = try place.text("acceptance-results/junit.xml")
    #expect(report.contains("10485760 bytes on stderr"), "\(report)")
    #expect(!report.contains("ATTACHMENT"))
    #expect(report.utf8.count < 20_000)
    #expect(run.stdout.utf8.count < 5000)
  }

  @Test("a planted credential is found behind megabytes of other words, also in base 64")
  func hidden() async throws {
    let place = try Workplace()
    let secret = "printf \"user:%s\" \"$ACCEPTANCE_TOKEN\" | base64 | tr -d \"\\n\""
    let run = try await place.run(
      loud: "{ yes | head -c 5000000; \(secret); yes | head -c 5000000; }")
    #expect(run.status == 1, "\(run.stdout)\(run.stderr)")
    let report = try place.text("acceptance-results/junit.xml")
    #expect(report.contains("SecretInOutput"), "\(report)")
  }
}

extension Workplace {
  /// Runs one scenario that hands out a credential, with the reference client behind this.
  fileprivate func run(loud command: String) async throws -> Outcome {
    let client = Workplace.programs.appendingPathComponent("queue-client").path
    return try await acceptance(
      Workplace.table, "--only", "planted-secrets", "--client",
      "sh -c '\(command) >&2; exec \"$0\" \"$@\"' '\(client)' "
        + "--first-retry-ms 50 --retry-cap-ms 400 --response-timeout-ms 1500")
  }
}
