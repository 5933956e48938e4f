import Foundation
import TestSupport
import Testing

/// Clients that nobody here wrote, and the verdicts that the documentation tells of them.
@Suite(.enabled(if: Desk.hasPython, "python3 is not on this machine"))
struct RealClientTests {
  private struct Catalogue: Decodable {
    struct Entry: Decodable { let id: String }
    let clients: [Entry]
  }

  private static let command = Desk.package
    .appendingPathComponent("Tests/Clients/Real/real_clients.py").path
  /// The status that says: what is needed is out of reach.
  private static let outOfReach: Int32 = 75
  private static let wholeRun: WholeRunTrait = .wholeRun

  private static func ids() throws -> [String] {
    let data = Data(try Desk.text("Tests/Clients/Real/clients.json").utf8)
    return try JSONDecoder().decode(Catalogue.self, from: data).clients.map(\.id)
  }

  @Test("killed in flight, each real client gets the verdict of the table", arguments: try ids())
  func verdict(id: String) async throws {
    let line = try await self.line(of: id, "--quick")
    let rows = try table()
    #expect(rows.contains { $0.hasPrefix(line) }, "\(line)")
  }

  /// But for the cell of Retry-After: a client that ignores it, and takes seconds to start on a busy
  /// machine, comes late enough by luck.
  @Test("the row of the client that sends by itself what nobody asked for is true to the last cell")
  func hiddenSend() async throws {
    let line = try await self.line(of: "java-stored-key")
    let heading = try Self.cells(headings())
    let timed = try #require(heading.firstIndex(of: "Retry-After"))
    let rows = try table().map { Self.cells($0, without: timed) }
    #expect(rows.contains(Self.cells(line, without: timed)), "\(line)")
    #expect(line.contains("hidden"))
  }

  private static func cells(_ line: String, without index: Int? = nil) -> [String] {
    line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.enumerated()
      .filter { $0.offset != index }.map(\.element)
  }

  @Test("the table has a row for each client of the catalogue")
  func complete() throws {
    #expect(try table().count == Self.ids().count)
  }

  /// Fetched before a place among the whole runs is taken, which others wait for.
  private func line(of id: String, _ options: String...) async throws -> String {
    if let reason = try await Preparation.shared.obstacle() { try Test.cancel("\(reason)") }
    let test = try #require(Test.current)
    let answer = Answer()
    try await Self.wholeRun.provideScope(for: test, testCase: nil) {
      let ended = try await Desk().run(
        "/usr/bin/env", ["python3", Self.command, "run", id] + options + Self.programs)
      await answer.keep(ended)
    }
    let ended = try #require(await answer.outcome)
    let text = ended.output.trimmingCharacters(in: .newlines)
    if ended.status == Self.outOfReach { try Test.cancel("\(text)") }
    try #require(ended.status == 0, "\(ended.output)")
    return text
  }

  private func table() throws -> [String] { try Array(lines().dropFirst(2)) }

  private func headings() throws -> String { try lines()[0] }

  private func lines() throws -> [String] {
    try Page.guide("RealClients").text.split(separator: "<!-- real-clients -->\n")[1]
      .split(separator: "\n").map(String.init)
  }

  fileprivate static let programs = [
    "--acceptance", Desk.programs.appendingPathComponent("acceptance").path,
  ]

  private actor Answer {
    private(set) var outcome: Desk.Outcome?
    func keep(_ outcome: Desk.Outcome) { self.outcome = outcome }
  }

  /// Once for all tests: the packages come over the network.
  private actor Preparation {
    static let shared = Preparation()
    private var task: Task<String?, any Error>?

    /// Why the packages cannot be had; `nil` where they are there.
    func obstacle() async throws -> String? {
      let task =
        self.task
        ?? Task {
          let ended = try await Desk().run(
            "/usr/bin/env", ["python3", RealClientTests.command, "prepare"])
          return ended.status == 0 ? nil : ended.output
        }
      self.task = task
      return try await task.value
    }
  }
}
