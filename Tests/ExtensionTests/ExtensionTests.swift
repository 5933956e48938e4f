import Foundation
import TestSupport
import Testing

/// What the design promises: a reporter, a JUnit dialect and a driver with its own configuration are
/// one file and one line each. `extended-acceptance` adds them to the product's own catalogues; no
/// source of the product knows of them.
@Suite("An added reporter, JUnit dialect and driver", .wholeRun)
struct ExtensionTests {
  private let folder: WorkFolder

  init() throws {
    folder = try WorkFolder()
    try folder.write(Self.table(), to: "scenarios.json")
  }

  private static func table(_ paced: String? = nil) -> String {
    let client = paced ?? #"{"program": "{bin}/queue-client", "retryCapMs": 300}"#
    return #"""
      {"version": 1,
       "client": {"driver": "paced", "paced": \#(client),
                  "limits": {"retryCapMs": 300, "responseTimeoutMs": 1500, "leaseMs": 2500}},
       "scenarios": [
         {"id": "lost", "title": "one lost answer", "why": "the key is kept",
          "faults": [{"kind": "lost-answer", "operation": "A", "send": 1}],
          "steps": [
            {"do": "launch"}, {"do": "submit", "operation": "A"},
            {"do": "await", "state": {"operation": "A", "is": "done"}},
            {"do": "check", "records": 1}]},
         {"id": "plain", "title": "no fault", "why": "the simplest case",
          "steps": [
            {"do": "launch"}, {"do": "submit", "operation": "A"},
            {"do": "await", "state": {"operation": "A", "is": "done"}},
            {"do": "check", "records": 1}]}]}
      """#
  }

  private static let verdicts = "scenario,verdict\nlost,passed\nplain,passed\n"

  @Test("serve a run, and report makes the same files from its evidence")
  func runAndReport() async throws {
    let run = try await folder.run("run", "scenarios.json", "--junit-dialect", "plain")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("csv       acceptance-results/verdicts.csv"))
    #expect(try folder.text("acceptance-results/verdicts.csv") == Self.verdicts)
    let junit = try folder.text("acceptance-results/junit.xml")
    #expect(
      junit.contains(
        #"<testsuite name="acceptance.scenarios" tests="3" failures="0" format="plain">"#))
    #expect(junit.contains(#"line="5""#))

    let report = try await folder.run(
      "report", "acceptance-results", "--junit-dialect", "plain", "--to", "again")
    #expect(report.status == 0, "\(report.output)")
    for name in ["verdicts.csv", "junit.xml", "report.html", "report.css"] {
      #expect(try folder.text("again/\(name)") == folder.text("acceptance-results/\(name)"))
    }
  }

  @Test("go to places of their own, and take their options in every command")
  func places() async throws {
    let run = try await folder.run(
      "run", "scenarios.json", "--csv", "own/v.csv", "--csv-separator", "tab", "--only", "plain")
    #expect(run.status == 0, "\(run.output)")
    #expect(try folder.text("own/v.csv") == "scenario\tverdict\nplain\tpassed\n")
    #expect(!folder.has("acceptance-results/verdicts.csv"))
    let wrong = try await folder.run("report", "acceptance-results", "--csv-separator", "dot")
    #expect(wrong.status == 64)
    #expect(
      wrong.output.contains("--csv-separator: found \"dot\"; comma, tab are accepted"))
    for command in ["run", "report", "merge"] {
      let help = try await folder.run(command, "--help").output
      #expect(help.contains("--csv-separator comma|tab"))
      #expect(help.contains("default|rich|surefire|ant|plain"))
      #expect(help.contains("--csv FILE") == (command == "run"))
    }
  }

  @Test("are in a merged run")
  func merge() async throws {
    for shard in ["1", "2"] {
      let run = try await folder.run(
        "run", "scenarios.json", "--shard", "\(shard)/2", "--results", "shard-\(shard)")
      #expect(run.status == 0, "\(run.output)")
    }
    let merge = try await folder.run(
      "merge", "shard-1", "shard-2", "--junit-dialect", "plain", "--into", "all")
    #expect(merge.status == 0, "\(merge.output)")
    #expect(merge.output.contains("csv       all/verdicts.csv"))
    #expect(try folder.text("all/verdicts.csv") == Self.verdicts)
    #expect(try folder.text("all/junit.xml").contains(#"format="plain""#))
    // A folder that holds the added report is one of the product's own, and is replaced.
    let again = try await folder.run("merge", "shard-1", "shard-2", "--into", "all")
    #expect(again.status == 0, "\(again.output)")
  }

  @Test("the driver's own configuration is checked by validate, schema and doctor")
  func doctor() async throws {
    let doctor = try await folder.run("doctor", "scenarios.json")
    #expect(doctor.output.contains("✓ pace      the longest pause is 300 ms"), "\(doctor.output)")
    #expect(doctor.output.contains("✓ start"), "\(doctor.output)")
    let schema = try await folder.run("schema").output
    #expect(schema.contains(#""paced""#))
    #expect(schema.contains("its longest pause between two sends"))

    try folder.write(
      Self.table(#"{"program": "{bin}/queue-client", "retryCapMs": 0}"#), to: "wrong.json")
    let wrong = try await folder.run("validate", "wrong.json")
    #expect(wrong.status == 65)
    #expect(
      wrong.output.contains(
        "wrong.json:2:"), "\(wrong.output)")
    #expect(
      wrong.output.contains(
        #""retryCapMs" must be a whole number from 1 to 60000; found 0"#), "\(wrong.output)")

    try folder.write(
      Self.table().replacing(#""driver": "paced""#, with: #""driver": "command""#),
      to: "other.json")
    let other = try await folder.run("validate", "other.json")
    #expect(other.status == 65)
    #expect(
      other.output.contains(
        #"the driver "command" needs "verbs" in "client"; found "paced""#), "\(other.output)")
  }

  @Test("the product without them knows none of it")
  func standard() async throws {
    let run = try await folder.run("validate", "scenarios.json", program: "acceptance")
    #expect(run.status == 65)
    #expect(run.output.contains(#"unknown driver "paced""#), "\(run.output)")
  }
}
