// Owns: that the README's numbers and sample output are those of this version.

import Foundation
import TestSupport
import Testing

@Suite struct READMETests {
  private static func text() throws -> String {
    try String(
      contentsOf: Workplace.package.appendingPathComponent("README.md"), encoding: .utf8)
  }

  @Test("each number of scenarios is the table's", .wholeRun)
  func scenarioCount() async throws {
    let place = try Workplace()
    let valid = try await place.acceptance("validate", Workplace.table)
    let count = try #require(valid.stdout.firstMatch(of: /: ([0-9]+) scenarios/)).1
    let text = try Self.text()
    let shown =
      text.matches(of: /\b([0-9]+) scenarios\b/).map(\.1)
      + text.matches(of: /\b([0-9]+) passed of/).map(\.1)
    #expect(shown.count >= 3)
    for number in shown { #expect(number == count) }
  }

  @Test("the sample of a failure is what its command prints", .wholeRun, .timeLimit(.minutes(5)))
  func failure() async throws {
    let text = try Self.text()
    let command = try #require(
      text.firstMatch(of: /swift run acceptance (scenarios\.json .*faulty-client.*)\n/)
    ).1
    let sample = try #require(text.firstMatch(of: /```\n(✗ failed[^`]*)```/)).1
    let client = try #require(command.firstMatch(of: /--client "\.build\/debug\/([^"]+)"/)).1
    let place = try Workplace()
    let run = try await place.acceptance(
      Workplace.table, "--only", "relaunch", "--client", "\(Workplace.programs.path)/\(client)")
    #expect(run.status == 1, "\(run.stdout)\(run.stderr)")
    let printed = Self.words(run.stdout)
    // Each finding with its sentence; a title that is cut and times differ.
    for finding in sample.split(separator: "\n      ").dropFirst().map(Self.words).joined(
      separator: " "
    ).split(separator: /(?=duplicate-record)/) {
      #expect(printed.contains(finding), "\(finding)\n\(run.stdout)")
    }
  }

  /// Without line breaks and columns.
  private static func words(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
