import AcceptanceModel
import CrashTesting
import TestSupport
import Testing

private enum Tracer {
  static var isAvailable: Bool {
    CallTracer.obstacle(
      for: ClientSpec(command: []), programFolder: BuiltPrograms.folder.path) == nil
  }
}

@Suite(.wholeRun) struct CrashTestTests {
  private static let limits =
    " --first-retry-ms 40 --retry-cap-ms 300 --response-timeout-ms 500 --lease-ms 1000"

  private static func table(in place: Workplace) throws -> String {
    try place.write(
      """
      {"version": 1, "client": {"command": ["{bin}/queue-client", "--lease-ms", "1000",
         "--response-timeout-ms", "500"]},
       "scenarios": [{"id": "one-tap", "title": "t", "steps": [
         {"do": "launch"}, {"do": "submit", "operation": "A"},
         {"do": "await", "state": {"operation": "A", "is": "done"}}]}]}
      """, to: "mine.json")
  }

  private static func client(_ kind: String) -> String {
    "\(BuiltPrograms.path("faulty-client")) \(kind)\(limits)"
  }

  @Test("the reference client survives a kill at each kind of point that the server can see")
  func rightClient() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      "crash-test", try Self.table(in: place), "--no-results", "--at", "kill@submit:answered:1",
      "--at", "kill@submit:written:1", "--at", "kill@server:accepted:1",
      "--at", "kill@server:after-commit:1", "--at", "fault@reset:after-commit:1",
      "--at", "kill@server:body-read:1+hello:answered:1")
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains("6 runs: 6 survived"), "\(run.stdout)")
  }

  @Test("a client that keeps its tasks in memory is found, and by the printed point again")
  func wrongClient() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      "crash-test", try Self.table(in: place), "--results", place.path("crash"),
      "--at", "kill@server:body-read:1", "--client", Self.client("memory-only"))
    #expect(run.status == 1, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains("(failed 3 of 3 times)"), "\(run.stdout)")
    for file in ["crash.html", "crash.json", "junit.xml", "found.json"] {
      let text = try place.text("crash/\(file)")
      #expect(text.contains(file == "junit.xml" ? "<failure" : "removed-early"), "\(file): \(text)")
      #expect(!text.contains("--first-retry-ms"))
    }
    let again = try await place.acceptance(
      "crash-test", place.path("crash/found.json"), "--only", "crash-removed-early",
      "--at", "kill@server:body-read:1", "--no-results", "--no-minimise",
      "--client", Self.client("memory-only"))
    #expect(again.status == 1, "\(again.stdout)\(again.stderr)")
  }

  @Test(
    "a power loss takes what was not synced, and nothing else",
    .enabled(if: Tracer.isAvailable))
  func powerLoss() async throws {
    let place = try Workplace()
    let table = try Self.table(in: place)
    let points = ["journal", "journal-ahead"].flatMap { kind in
      ["submit:answered:1", "server:after-commit:1"].flatMap { point in
        ["--at", "power-loss-\(kind)@\(point)"]
      }
    }
    let options = ["--power-loss", "--no-results", "--no-minimise"] + points
    let right = try await place.start(["crash-test", table] + options).outcome
    #expect(right.status == 0, "\(right.stdout)\(right.stderr)")
    for kind in ["renamed-unsynced", "wal-normal"] {
      let wrong = try await place.start(
        ["crash-test", table] + options + ["--client", Self.client(kind)]
      ).outcome
      #expect(wrong.status == 1, "\(kind): \(wrong.stdout)\(wrong.stderr)")
      #expect(wrong.stdout.contains("lost-on-power-loss"), "\(kind): \(wrong.stdout)")
    }
  }

  @Test("a point that cannot be read is refused with examples")
  func wrongPoint() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      "crash-test", try Self.table(in: place), "--at", "kill@call:0:before")
    #expect(run.status == 64)
    #expect(run.stderr.contains("--at: found \"kill@call:0:before\"; a point as the report names"))
  }
}
