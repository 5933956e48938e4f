import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct URLSessionRunTests {
  /// Those in which the sender matters; the rest is the queue's, whoever sends.
  private static let groups = ["lost answers", "disconnects", "redirects"]

  @Test("the write queue on URLSession passes, but for what FoundationNetworking dies of")
  func passes() async throws {
    let place = try Workplace()
    let client =
      Workplace.programs.appendingPathComponent("urlsession-client").path
      + " --retry-cap-ms 300 --response-timeout-ms 2500 --lease-ms 4000"
    // On Linux an answer that stops inside its headers ends the process: SIGILL.
    let run = try await place.start(
      [Workplace.table, "--client", client, "--skip", "cut-answers"]
        + Self.groups.flatMap { ["--only", $0] }
    ).outcome
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
  }
}
