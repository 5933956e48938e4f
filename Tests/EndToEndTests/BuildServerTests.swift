import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct BuildServerTests {
  /// One scenario, whose title is what an author should not write.
  private static let table = """
    {"version": 1, "client": {"command": ["/nowhere/client"]}, "scenarios": [
      {"id": "a", "title": "::error::x ##vso[task.complete] ##teamcity[x]",
       "steps": [{"do": "launch"}, {"do": "submit", "operation": "A"},
                 {"do": "await", "recorded": "A"}]}]}
    """

  private func run(_ server: [String: String], _ words: [String] = []) async throws -> (
    Workplace, Workplace.Outcome
  ) {
    let place = try Workplace()
    let table = try place.write(Self.table, to: "table.json")
    // Whatever builds this package must not be taken for the server that is meant.
    let none = ["GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "GITHUB_STEP_SUMMARY"].map { ($0, "") }
    var environment = Dictionary(uniqueKeysWithValues: none)
    environment["GITHUB_WORKSPACE"] = place.folder.path
    for (name, value) in server {
      environment[name] = value.replacing("{place}", with: place.folder.path)
    }
    let outcome = try await place.start([table] + words, environment: environment).outcome
    #expect(outcome.status == 2, "\(outcome.stdout)\(outcome.stderr)")
    return (place, outcome)
  }

  @Test("GitHub: an error at the scenario's line of the file, and a page in the job's summary")
  func github() async throws {
    let (place, outcome) = try await run([
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "{place}/summary.md",
    ])
    let commands = outcome.stdout.split(separator: "\n").filter { $0.hasPrefix("::") }
    #expect(commands.count == 1)
    #expect(
      commands.first?.hasPrefix(
        "::error file=table.json,line=2,col=3,title=a%3A ClientNotStarted::")
        == true, "\(commands)")
    #expect(try place.text("summary.md").hasPrefix("## 1 of 1 inconclusive\n"))
  }

  @Test("the environment is not asked where --renderer says it")
  func named() async throws {
    let (_, plain) = try await run(["GITHUB_ACTIONS": "true"], ["--renderer", "plain"])
    #expect(!plain.stdout.split(separator: "\n").contains { $0.hasPrefix("::") })
    let (_, azure) = try await run([:], ["--renderer", "azure"])
    let commands = azure.stdout.split(separator: "\n").filter { $0.contains("##vso[") }
    #expect(commands.count == 1)
    #expect(
      commands.first?.hasPrefix("##vso[task.logissue type=error;sourcepath=table.json;") == true)
  }

  @Test("a summary that is full already is left alone, with a sentence and the run's own status")
  func fullSummary() async throws {
    let place = try Workplace()
    let summary = place.path("summary.md")
    try Data(count: 1_000_000).write(to: URL(fileURLWithPath: summary))
    let (_, outcome) = try await run([
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary,
    ])
    #expect(outcome.stderr.contains("summary is full"))
    #expect(FileManager.default.contents(atPath: summary)?.count == 1_000_000)
  }
}
