import Foundation
import TestSupport
import Testing

/// Clients that share no code with ours.
@Suite(
  .wholeRun, .serialized,
  .enabled(if: Workplace.python != nil, "python3 is not on this machine"))
struct OtherClientTests {
  @Test("a client in another language, right in its own way, passes every scenario")
  func pythonPasses() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      Workplace.table, "--client",
      try Workplace.pythonClient("python_client.py")
        + " --response-timeout-ms 1500 --lease-ms 2500")
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
  }

  @Test("keys that live in memory only fail the relaunch with key-changed, and a person sees why")
  func memoryKeys() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      Workplace.table, "--only", "relaunch", "--client",
      try Workplace.pythonClient("memory_key_client.py"))
    #expect(run.status == 1, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains("key-changed"))
    #expect(run.stdout.contains("the key was not stored"))
    #expect(try place.text("acceptance-results/junit.xml").contains(#"type="KeyChanged""#))
  }
}
