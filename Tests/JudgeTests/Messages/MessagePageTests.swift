import AcceptanceModel
import Evidence
import Foundation
import Judge
import Testing

/// To write the page anew: `WRITE_MESSAGES=1 swift test --filter MessagePageTests`.
@Suite("All messages on one page") struct MessagePageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let page = folder.appendingPathComponent("messages.md")

  @Test("the page holds every message as the program says it")
  func page() throws {
    let text = MessagePage.text
    if ProcessInfo.processInfo.environment["WRITE_MESSAGES"] != nil {
      try Data(text.utf8).write(to: Self.page)
    }
    let written = try String(contentsOf: Self.page, encoding: .utf8)
    for (line, other) in zip(written.split(separator: "\n"), text.split(separator: "\n")) {
      try #require(line == other)
    }
    #expect(written == text)
  }

  @Test("each finding gives a cause, or what to do", arguments: MessagePage.findings)
  func cause(_ finding: Finding) {
    let sentence = finding.sentence.text
    #expect(sentence.first?.isLowercase == true || sentence.first?.isNumber == true)
    #expect([": ", "; ", ", but "].contains { sentence.contains($0) }, "\(sentence)")
  }

  @Test("nothing of our own words is withheld from a report")
  func withheld() throws {
    for log in RuleExample.all.map(\.log) + MessagePage.unusualLogs {
      let verdict = Judge.verdict(of: log.history, error: nil)
      for text in try Self.shown(verdict, log.history) {
        #expect(!text.contains("withheld"), "\(text)")
      }
    }
    for error in MessagePage.runnerErrors {
      let history = Log { log in
        log.launch()
        log.submit("A")
      }.history
      for text in try Self.shown(.error(error), history) {
        #expect(!text.contains("withheld"), "\(text)")
      }
    }
  }

  private static func shown(_ verdict: Verdict, _ history: History) throws -> [String] {
    let scenario = Scenario(id: history.terms.scenario, title: "t", steps: [])
    let redactor = Redactor(
      runKey: Array(repeating: 7, count: 32),
      policy: RedactionSpec(publicFields: [], safeKeyShapes: [], sensitiveFields: []))
    let report = ScenarioReport(scenario: scenario, verdict: verdict, history: history)
    switch try redactor.redact(report, ordinal: 1).verdict {
    case .failed(let findings), .flaky(let findings): return findings.map(\.markedSentence)
    case .error(_, let sentence): return [sentence.text]
    case .passed, .notFinished, .knownFailure, .skipped: return []
    }
  }

  @Test("every sentence that the rules and the runner can make is on the page")
  func complete() throws {
    let page = MessagePage.text
    let sources = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let files = try ["AcceptanceRunner"].flatMap { module in
      let folder = sources.appendingPathComponent(module).path
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    }
    let literal = /(?:reason: |broken\([a-z.]+,\s+|notStarted\([a-z]+,\s+)"((?:[^"\\]|\\.)+)"/
    var count = 0
    for file in files {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      for match in text.matches(of: literal) {
        let parts = Self.fixedParts(of: String(match.1)).filter { $0.count > 3 }
        count += parts.count
        for part in parts { #expect(page.contains(part), "\(part)") }
      }
    }
    #expect(count >= 12)
  }

  /// What stands between the interpolations of a literal.
  private static func fixedParts(of literal: String) -> [String] {
    literal.replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "\u{0}").replacing("\\\"", with: "\"")
      .split(separator: "\u{0}").map(String.init)
  }
}
