// Owns: `acceptance init`, from an empty folder to a run.

import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct InitTests {
  /// What a client's files need before they run, in this machine's words.
  private static let compiling = ["swift": ["swiftc", "-Onone", "-parse-as-library"]]

  @Test(
    "from an empty folder, a new client passes its table; what it cannot do is skipped with the reason",
    .timeLimit(.minutes(10)),
    arguments: [
      ("shell", "curl", "1 skipped"), ("python", "python3", "1 skipped"),
      ("swift", "swiftc", "1 skipped"),
    ])
  func runsAtOnce(_ client: String, needs program: String, skips: String) async throws {
    guard Workplace.program(program) != nil else { return }
    let place = try Workplace()
    let written = try await place.acceptance(
      "init", "--client", client, "--path", "/v1/tickets", "--key-header", "X-Request-Key")
    #expect(written.status == 0, "\(written.stderr)")
    if let compiler = Self.compiling[client] {
      let path = try #require(Workplace.program(compiler[0]))
      let compiled = try await RunningProgram(
        URL(fileURLWithPath: path),
        compiler.dropFirst() + ["client.\(client)", "-o", "client"], in: place.folder
      ).outcome
      try #require(compiled.status == 0, "\(compiled.stdout)\(compiled.stderr)")
    }
    let run = try await place.acceptance("scenarios.json")
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains(skips), "\(run.stdout)")
    #expect(run.stdout.contains("the client does not declare the ability to clock"))
  }

  @Test("--client takes the place of a client of verbs too, which is not called then")
  func exchangesAnyClient() async throws {
    let place = try Workplace()
    _ = try await place.acceptance("init", "--client", "shell")
    try FileManager.default.removeItem(atPath: place.path("client.sh"))
    let run = try await place.acceptance(
      "scenarios.json", "--only", "lost-answer", "--client",
      Workplace.programs.appendingPathComponent("queue-client").path)
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
  }

  @Test("nothing is replaced: with one file there already, that one is named and none is written")
  func replacesNothing() async throws {
    let place = try Workplace()
    let mine = try place.write("mine", to: "client.sh")
    let run = try await place.acceptance("init", "--client", "shell")
    #expect(run.status == 64)
    #expect(
      run.stderr
        == "acceptance: client.sh is there already, and nothing is replaced; another folder is wanted\n"
    )
    #expect(FileManager.default.contents(atPath: mine) == Data("mine".utf8))
    #expect(!FileManager.default.fileExists(atPath: place.path("scenarios.json")))
  }

  @Test("without a terminal nobody is asked: one sentence, status 64, nothing written")
  func asksNobody() async throws {
    let place = try Workplace()
    let run = try await place.acceptance("init", "new")
    #expect(run.status == 64)
    #expect(run.stderr.hasPrefix("acceptance: --client: not given, and there is no terminal"))
    #expect(!FileManager.default.fileExists(atPath: place.path("new")))
  }

  @Test(
    "on a terminal the client, the path and the header are asked for; an empty line is the default",
    .enabled(if: Workplace.program("script") != nil, "needs script(1), to have a terminal"))
  func asksAPerson() async throws {
    let place = try Workplace()
    let program = Workplace.programs.appendingPathComponent("acceptance").path
    let run = try await RunningProgram(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"printf 'python\n/v2/x\n\n' | script -qec "'$1' init" /dev/null"#, "sh", program,
      ], in: place.folder
    ).outcome
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains("client (shell, python, swift) [shell]: "))
    let table = try place.text("scenarios.json")
    #expect(table.contains(#""path": "/v2/x""#))
    #expect(table.contains(#""header": "Idempotency-Key""#))
    #expect(try place.text("client.py").contains("Idempotency-Key"))
  }

  @Test(
    "what cannot stand in a program or a table is refused",
    arguments: [
      ["--client", "cobol"], ["--client", "shell", "--path", "items"],
      ["--client", "shell", "--path", "/a b"], ["--client", "shell", "--scenarios", "some"],
      ["--client", "shell", "--key-header", "X\"; rm"], ["--client", "shell", "--key-header", ""],
      ["--client", "shell", "a", "b"],
    ])
  func refuses(_ words: [String]) async throws {
    let place = try Workplace()
    let run = try await place.start(["init"] + words).outcome
    #expect(run.status == 64)
    #expect(run.stderr.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: place.path("scenarios.json")))
  }

  @Test(
    "with --scenarios all the table is whole, and valid",
    // A lock knows no lease that could run out while its holder is frozen.
    arguments: [("shell", 1), ("python", 0), ("swift", 0)])
  func wholeTable(_ client: String, leftOut: Int) async throws {
    let place = try Workplace()
    _ = try await place.acceptance("init", "new", "--client", client, "--scenarios", "all")
    let listed = try await place.acceptance("validate", "new/scenarios.json")
    #expect(listed.status == 0, "\(listed.stderr)")
    let built = try await place.acceptance("validate", Workplace.table)
    let count = try #require(Int(built.stdout.split(separator: " ")[1]))
    #expect(listed.stdout == "scenarios.json: \(count - leftOut) scenarios, no problem\n")
  }
}
