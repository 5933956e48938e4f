import TestSupport
import Testing

@Suite(.wholeRun) struct ExploreTests {
  private static let limits =
    " --first-retry-ms 40 --retry-cap-ms 300 --response-timeout-ms 1500 --lease-ms 2500"

  @Test("a wrong client is found by scenarios that nobody wrote, and the simplest can be run again")
  func wrongClient() async throws {
    let place = try Workplace()
    let table = try place.write(
      """
      {"version": 1, "client": {"command": ["{bin}/queue-client"]},
       "scenarios": [{"id": "x", "title": "t", "steps": [
         {"do": "launch"}, {"do": "submit", "operation": "A"}, {"do": "await", "recorded": "A"}]}]}
      """, to: "mine.json")
    let client =
      Workplace.programs.appendingPathComponent("faulty-client").path + " key-per-attempt"
      + Self.limits
    // A seed whose scenario loses answers and kills nobody: what shows there shows every time.
    let run = try await place.acceptance(
      "explore", table, "--count", "1", "--seed", "37", "--client", client)
    #expect(run.status == 1, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains("key-changed  in "))
    // As a run's own: whole on the terminal, where it can be copied, and in no file.
    #expect(run.stdout.contains("--client '\(client)'"))

    let found = place.path("explored.json")
    #expect(try !place.text("explored.json").contains("--first-retry-ms"))
    let again = try await place.acceptance(found, "--client", client, "--only", "*key-changed")
    #expect(again.status == 1, "\(again.stdout)\(again.stderr)")
    #expect(again.stdout.contains("key-changed"))

    let refused = try await place.acceptance("explore", table)
    #expect(refused.status == 64)
    #expect(refused.stderr.contains("is there already; --out FILE names another"))
  }

  @Test("the reference client passes them")
  func rightClient() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      "explore", Workplace.table, "--count", "12", "--out", place.path("found.json"))
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
  }
}
