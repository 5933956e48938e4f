import Foundation
import TestSupport
import Testing

/// Whole runs of clients that give away what they should keep, and of scenario files that say too
/// much; then a search of every byte that was written, by a program that shares no code with ours.
@Suite(
  .wholeRun, .serialized,
  .enabled(if: Workplace.python != nil, "python3 is not on this machine"))
struct RedactionTests {
  @Test(
    "what clients give away on any channel reaches no byte, and keys, sends and counts do",
    .timeLimit(.minutes(10)))
  func everyChannel() async throws {
    let place = try Workplace()
    let table = try await place.caseTable("all")
    let run = try await place.caseRun([table, "--jobs", "16"])
    // Most clients are right but for what they say; those that are not are told from them.
    #expect(run.status == 1, "\(run.stderr)")
    #expect(run.stdout.contains("secret-in-output"))
    let made = try await place.madeAgain()
    let search = try await place.search(made + [run.stdout, run.stderr])
    #expect(search.status == 0, "\(search.stdout)\(search.stderr)")
    #expect(try place.text("acceptance-results/junit.xml").contains("verdict: passed, none of"))
  }

  @Test(
    "what a client says at its greeting reaches no byte",
    arguments: ["X50", "X51", "X52", "X53", "X54", "X55"])
  func greeting(_ name: String) async throws {
    let place = try Workplace()
    let run = try await place.caseRun([try await place.caseTable(name)])
    #expect([0, 1, 2].contains(run.status), "\(run.stdout)\(run.stderr)")
    try "nothing is planted before\nthe first submit\n".write(
      to: place.folder.appendingPathComponent("secrets"), atomically: true, encoding: .utf8)
    let search = try await place.search([run.stdout, run.stderr])
    #expect(search.status == 0, "\(search.stdout)\(search.stderr)")
  }

  @Test("a client's arguments are in the command that the terminal shows, and in no report")
  func commandLine() async throws {
    let place = try Workplace()
    let table = try await place.caseTable("R24")
    let client = try #require(Workplace.python) + " " + Workplace.cases("case_client.py")
    let run = try await place.caseRun([
      table, "--client", client + " --token=synthTok-4f9d2c7ab1e8 -psynthPass-Qx7",
    ])
    #expect(run.status == 1, "\(run.stdout)\(run.stderr)")
    let command = "--client '\(client) --token=synthTok-4f9d2c7ab1e8 -psynthPass-Qx7'\n"
    #expect(run.stdout.contains(command), "\(run.stdout)")
    let page = try place.text("acceptance-results/report.html")
    #expect(page.contains("case_client.py &lt;2 more&gt;"))
    #expect(page.contains("not the whole command"))
    #expect(!page.contains("Run it again"))
    let search = try await place.search([run.stderr])
    #expect(search.status == 0, "\(search.stdout)\(search.stderr)")
  }

  @Test("a planted secret in an artefact fails the run with status 3, and is taken away")
  func leak() async throws {
    // Given a table that has another scenario's marker for an id, as only a seed makes possible
    let place = try Workplace()
    let table = try await place.caseTable("R01")
    let first = try await place.caseRun([table, "--seed", "7"])
    #expect(first.status == 0, "\(first.stdout)\(first.stderr)")
    let word = try #require(try place.text("secrets").split(separator: "\n").first)
    let text = try String(contentsOfFile: table, encoding: .utf8)
    let steps = #"[{"do": "launch"}, {"do": "check", "records": 0}]"#
    let scenario = #"{"id": "\#(word)", "title": "t", "steps": \#(steps)}"#
    let leaky = try place.write(
      text.replacing(#""scenarios": ["#, with: #""scenarios": [\#(scenario), "#), to: "leaky.json")
    // When
    let run = try await place.caseRun([leaky, "--seed", "7", "--jobs", "1"])
    // Then
    #expect(run.status == 3, "\(run.stdout)\(run.stderr)")
    let report = try place.text("acceptance-results/junit.xml")
    #expect(report.contains(#"<failure type="SecretInReport""#))
    let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
    #expect(names.contains { $0.hasPrefix("acceptance-results.quarantine-") })
    // The scenario's own line was printed before the word was planted; nothing after it says it.
    let end = try #require(run.stdout.components(separatedBy: "\njunit     ").last)
    let search = try await place.search([end, run.stderr])
    #expect(search.status == 0, "\(search.stdout)")
  }

  @Test(
    "under one key, equal texts of two runs have equal tokens; a key that others can read is refused"
  )
  func runKey() async throws {
    let place = try Workplace()
    let table = try await place.caseTable("R01")
    let key = try place.write(
      "00112233445566778899aabbccddeeff0123456789abcdef0f1e2d3c4b5a6978\n", to: "key")
    #expect(chmod(key, 0o644) == 0)
    let refused = try await place.caseRun([table, "--run-key", key])
    #expect(refused.status == 64)
    #expect(refused.stderr.contains("chmod 600"))
    #expect(chmod(key, 0o600) == 0)
    var tokens: [Set<Substring>] = []
    for arguments in [["--run-key", key], ["--run-key", key], []] {
      let run = try await place.caseRun([table] + arguments)
      #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
      let evidence = try place.text("acceptance-results/evidence/001.jsonl")
      #expect(!evidence.contains("00112233"))
      tokens.append(Set(evidence.matches(of: /"key":"([0-9a-f]{32})"/).map(\.1)))
    }
    #expect(tokens[0].count == 1)
    #expect(tokens[0] == tokens[1])
    #expect(tokens[0] != tokens[2])
  }

  @Test("two reproducible runs of one seed write the same bytes, marked as not confidential")
  func reproducible() async throws {
    let place = try Workplace()
    for name in ["first", "second"] {
      let run = try await place.acceptance(
        Workplace.table, "--reproducible", "--seed", "5", "--only", "lost-answer", "--only",
        "relaunch", "--results", name)
      #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
      #expect(run.stdout.contains("not confidential"))
    }
    for file in [
      "evidence/001.jsonl", "evidence/SHA256SUMS", "evidence/statement.json", "junit.xml",
    ] {
      #expect(try place.text("first/\(file)") == place.text("second/\(file)"), "\(file)")
    }
    #expect(try place.text("first/junit.xml").contains("acceptance.reproducible"))
    let recheck = try await place.acceptance("recheck", "first")
    #expect(recheck.status == 64)
  }

  @Test("nothing of what the reference client was given is in a byte that a run writes")
  func referenceClient() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      Workplace.table, "--keep", "--only", "identity", "--only", "relaunch*")
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    // The homes that were kept hold what the runner planted, in the client's store.
    let homes = try #require(run.stdout.firstMatch(of: /kept +(.+)/)).1
    defer { try? FileManager.default.removeItem(atPath: String(homes)) }
    let grep = try await RunningProgram(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["grep", "-raohE", "(acc|canary)-[ghjkmnpqrstvwxyz]{16}", String(homes)], in: place.folder
    ).outcome
    let words = Set(grep.stdout.split(separator: "\n").map { $0.suffix(16) })
    #expect(words.count >= 4)
    _ = try place.write(words.joined(separator: "\n"), to: "secrets")
    let search = try await place.search([run.stdout, run.stderr], onlyForSecrets: true)
    #expect(search.status == 0, "\(search.stdout)\(search.stderr)")
  }
}

extension Workplace {
  fileprivate static func cases(_ name: String) -> String {
    package.appendingPathComponent("Tests/Redaction/\(name)").path
  }

  private func python(_ script: String, _ arguments: [String]) async throws -> Outcome {
    let python = try #require(Self.python)
    return try await RunningProgram(
      URL(fileURLWithPath: python), [Self.cases(script)] + arguments, in: folder
    ).outcome
  }

  /// A table for the cases of a kind, or for one case.
  fileprivate func caseTable(_ kind: String) async throws -> String {
    let made = try await python("case_table.py", [kind, path("secrets")])
    #expect(made.status == 0, "\(made.stderr)")
    return try write(made.stdout, to: "table.json")
  }

  /// Under the home directory of the case about it.
  fileprivate func caseRun(_ arguments: [String]) async throws -> Outcome {
    try await RunningProgram(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["HOME=/home/synthuser", Self.programs.appendingPathComponent("acceptance").path]
        + arguments, in: folder
    ).outcome
  }

  /// What the other commands make of the evidence; their files are left beside the results.
  fileprivate func madeAgain() async throws -> [String] {
    var texts: [String] = []
    for words in [
      ["evidence", "acceptance-results"], ["evidence", "acceptance-results", "--table", "csv"],
      ["evidence", "acceptance-results", "--table", "markdown"], ["recheck", "acceptance-results"],
      ["verify", "acceptance-results"], ["report", "acceptance-results", "--to", "again"],
    ] {
      let made = try await start(words).outcome
      #expect(made.status == 0, "\(words)\(made.stderr)")
      texts += [made.stdout, made.stderr]
    }
    return texts + [try text("again/junit.xml"), try text("again/report.html")]
  }

  /// Searches the results and these texts.
  fileprivate func search(
    _ texts: [String], onlyForSecrets: Bool = false
  ) async throws -> Outcome {
    var files: [String] = []
    for (number, text) in texts.enumerated() { files.append(try write(text, to: "said-\(number)")) }
    return try await python(
      "case_search.py",
      (onlyForSecrets ? ["--secrets-only"] : []) + [path("acceptance-results"), path("secrets")]
        + files)
  }
}
