import AcceptanceModel
import Evidence
import Foundation
import Reporting
import Testing

@Suite("The JUnit report")
struct JUnitReporterTests {
  private func document(_ reports: [ScenarioReport]) throws -> String {
    JUnitReporter.document(for: try Sample.redacted(reports), options: JUnitOptions())
  }

  @Test(
    "is valid on Jenkins' schema whatever stands in a title or a sentence",
    .enabled(if: Tool.isThere("xmllint"), "xmllint is not installed"))
  func hostileText() throws {
    let workshop = try Workshop()
    let reports = Sample.hostileTexts.enumerated().flatMap { index, text in
      [
        Sample.report(
          "s\(index)a", .failed([Sample.finding("key-changed", "\(table: text)")]), title: text),
        Sample.report("s\(index)b", .error(.serverFailed(reason: "\(table: text)")), title: text),
        Sample.report("s\(index)c", .skipped(reason: "\(table: text)"), title: text),
        Sample.report("s\(index)d", .notFinished, title: text),
      ]
    }
    let complaint = try Schema.jenkins.complaint(about: Array(document(reports).utf8), workshop)
    #expect(complaint == nil)
  }

  @Test(
    "each dialect is valid on its schema",
    .enabled(if: Tool.isThere("xmllint"), "xmllint is not installed"),
    arguments: zip([JUnitDialect.surefire, .ant], [Schema.surefire, .ant]))
  func dialects(dialect: JUnitDialect, schema: Schema) throws {
    let workshop = try Workshop()
    let hostile = Sample.hostileTexts.map {
      Sample.report("h", .skipped(reason: "\(table: $0)"), title: $0)
    }
    for reports in [[], Sample.mixed, hostile] {
      var report = try Sample.redacted(reports)
      report.leaks = .clean(artefactCount: 3, secretCount: 5)
      let text = JUnitReporter.document(for: report, options: JUnitOptions(dialect: dialect))
      #expect(try schema.complaint(about: Array(text.utf8), workshop) == nil)
    }
  }

  @Test("the rich dialect tells file, line and properties of each case")
  func rich() throws {
    let report = try Sample.redacted(Sample.mixed)
    let text = JUnitReporter.document(for: report, options: JUnitOptions(dialect: .rich))
    #expect(text.contains(#"file="scenarios.json" line="7" assertions="2""#))
    #expect(text.contains(#"<property name="acceptance.scenario" value="stalled"/>"#))
  }

  @Test("a known failure is skipped with its reason, and one that passes fails")
  func knownFailures() throws {
    let known = [
      KnownFailure(scenario: ScenarioID("a"), code: FindingCode("key-changed"), reason: "ticket 7"),
      KnownFailure(scenario: ScenarioID("b"), code: FindingCode("key-changed"), reason: "ticket 8"),
      KnownFailure(scenario: ScenarioID("c"), code: FindingCode("gave-up"), reason: "ticket 9"),
    ]
    let redactor = Redactor(runKey: Sample.runKey, policy: RedactionSpec())
    let failed = Verdict.failed([Sample.finding("key-changed")])
    let reports = [
      Sample.report("a", failed), Sample.report("b", .passed), Sample.report("c", failed),
    ].map { report in
      var report = report
      report.verdict = report.verdict.expecting(known, of: report.id)
      return report
    }
    let scenarios = try reports.enumerated().map { index, report in
      try redactor.redact(report, ordinal: index + 1)
    }
    let run = RedactedRun(Sample.facts(), redactor)
    let text = JUnitReporter.document(
      for: RedactedReport(run: run, scenarios: scenarios), options: JUnitOptions())
    #expect(text.contains(#"tests="3" failures="2" errors="0" skipped="1""#))
    #expect(text.contains("known failure (key-changed): ticket 7"))
    #expect(text.contains(#"type="KnownFailureStale""#))
  }

  @Test("attachments stand alone on their line, with the base that was asked for")
  func attachments() throws {
    let workshop = try Workshop()
    let sinks = try ReportSinks(["--attachment-base": "out/acceptance-results"])
    let session = try ReportSession(
      facts: Sample.facts(), destinations: Destinations(results: workshop.at("results")),
      selected: [Sample.scenario("a")], runKey: Sample.runKey, sinks: sinks)
    try session.begin()
    try session.ended(Sample.report("a", .passed))
    let lines = try workshop.text("results/junit.xml").split(separator: "\n")
    let attachment = "[[ATTACHMENT|out/acceptance-results/evidence/001.jsonl]]"
    #expect(lines.contains { $0.replacing("</system-out>", with: "") == attachment })
  }

  @Test(
    "is valid on Jenkins' schema with no scenario at all",
    .enabled(if: Tool.isThere("xmllint"), "xmllint is not installed"))
  func empty() throws {
    let workshop = try Workshop()
    let text = try document([])
    #expect(try Schema.jenkins.complaint(about: Array(text.utf8), workshop) == nil)
    #expect(text.contains(#"tests="1" failures="0" errors="1""#))
    #expect(text.contains(#"type="NothingSelected""#))
  }

  @Test("counts wrong behaviour as failures, what did not run as errors, skips as skips")
  func counts() throws {
    let text = try document(Sample.mixed)
    #expect(text.contains(#"tests="5" failures="1" errors="2" skipped="1""#))
    #expect(text.components(separatedBy: "<failure ").count == 2)
    #expect(text.components(separatedBy: "<error ").count == 3)
    #expect(text.components(separatedBy: "<skipped ").count == 2)
    #expect(text.components(separatedBy: "<system-out>").count == 6)
  }

  @Test("a failure carries code, sentence and type, and repeats its message in the body")
  func failure() throws {
    let text = try document(Sample.mixed)
    let message = "key-changed: operation A was sent under a second key (and 1 more)"
    #expect(text.contains(#"<failure type="KeyChanged" message="\#(message)">\#(message)"#))
    #expect(text.contains("duplicate-record (operation A): 2 records for 1 operation"))
    #expect(text.contains("proof: history entries 3, 5"))
  }

  @Test("no message is longer than 500 characters, and the cut falls between scalars")
  func longMessage() throws {
    let long = String(repeating: "very ", count: 400)
    let text = try document([
      Sample.report(
        "a",
        .failed([Sample.finding("x", "\(table: long)"), Sample.finding("y", "\(table: long)")]))
    ])
    let start = try #require(text.range(of: #"message=""#)?.upperBound)
    let message = text[start...].prefix { $0 != "\"" }
    #expect(message.unicodeScalars.count == 500)
    #expect(message.hasSuffix("… (and 1 more)"))
  }

  @Test("a scenario that was selected twice has two names, and each begins with its id")
  func uniqueNames() throws {
    let text = try document([Sample.report("a", .passed), Sample.report("a", .passed)])
    #expect(text.contains(#"name="a: a title" classname="acceptance.scenarios""#))
    #expect(text.contains(#"name="a (2): a title""#))
  }

  @Test(
    "times have three decimals, are never negative and have no exponent",
    arguments: [
      (Duration.milliseconds(1500), "1.500"), (.milliseconds(-3), "0.000"),
      (.microseconds(1), "0.000"), (.seconds(100_000), "100000.000"), (.milliseconds(7), "0.007"),
    ])
  func times(duration: Duration, text: String) throws {
    let document = try document([Sample.report("a", .passed, duration: duration)])
    #expect(document.contains(#"classname="acceptance.scenarios" time="\#(text)""#))
  }

  @Test("the time stamp is UTC to the second, without zone")
  func timestamp() throws {
    #expect(try document([]).contains(#"timestamp="2026-01-31T09:05:00""#))
  }

  @Test("no line of it begins with a build server's command")
  func commands() throws {
    let reports = Sample.hostileTexts.map {
      Sample.report("a", .skipped(reason: "\(table: $0)"), title: $0)
    }
    let text = try document(reports)
    for command in ["##vso", "##[", "[[ATTACHMENT"] { #expect(!text.contains(command)) }
    #expect(!text.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::") })
  }
}
