import AcceptanceModel
import Evidence
import Foundation
import StrictJSON
import Testing

@Suite("Golden files of evidence")
struct GoldenTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("Golden")

  private func golden(_ name: String) throws -> [Substring] {
    try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func expectEqual(_ found: String, _ name: String) throws {
    let lines = found.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = try golden(name)
    #expect(lines.count == wanted.count, "\(name)")
    for (index, (line, wanted)) in zip(lines, wanted).enumerated() where line != wanted {
      Issue.record("\(name), line \(index + 1): found \(line), wanted \(wanted)")
      return
    }
  }

  @Test(
    "the bytes of every observation's line are those that this version has always written",
    arguments: GoldenHistory.policies.map(\.name))
  func lines(policy: String) throws {
    let redactor = try #require(GoldenHistory.policies.first { $0.name == policy }?.redactor)
    try expectEqual(try GoldenHistory.lines(redactor), "\(policy).jsonl")
  }

  @Test("a history that was written then is read, and written again to the same bytes")
  func readBack() throws {
    let lines = try golden("open.jsonl").filter { !$0.isEmpty }
      .map { try JSONParser.parse(Array($0.utf8)).value }
    let history = try HistoryReader.history(ofLines: lines, scenario: ScenarioID("everything"))
    let redactor = GoldenHistory.policies[0].redactor
    let written = try redactor.redact(GoldenHistory.report, ordinal: 1)
    #expect(history.entries.count == GoldenHistory.report.history.entries.count)
    #expect(history == written.history)
  }

  @Test(
    "each observation is shown in the timeline as before",
    arguments: GoldenHistory.policies.map(\.name))
  func timeline(policy: String) throws {
    let redactor = try #require(GoldenHistory.policies.first { $0.name == policy }?.redactor)
    let scenario = try redactor.redact(GoldenHistory.report, ordinal: 1)
    let timeline = Timeline(
      scenario.history, faultKinds: scenario.faultKinds.map(\.text),
      proofs: policy == "reproducible" ? GoldenHistory.steadyProofs : GoldenHistory.proofs)
    var text = ""
    for event in timeline.events {
      let shape = "\(event.shape)".replacing("AcceptanceModel.TimelineEvent.Arrival.", with: "")
      text +=
        "\(event.entry) \(event.at.milliseconds) \(shape) \(event.tone) "
        + "\(event.key.map { "key \($0)" } ?? "-") \(event.proves) | \(event.label) "
        + "| \(event.sentence)\n"
    }
    try expectEqual(text, "\(policy)-timeline.txt")
  }
}
