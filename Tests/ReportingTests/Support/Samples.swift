// Owns: small runs to report on.

import AcceptanceModel
import Evidence
import Reporting
import StrictJSON

enum Sample {
  static let runKey = [UInt8](repeating: 9, count: 32)

  static let hostileTexts = [
    "<b>&\"' ]]> <![CDATA[ -->", "nul \u{0} bell \u{7} esc \u{1B}[31mred\u{1B}[0m",
    "\u{FFFE}\u{FFFF}\u{1FFFE}", "line\nbreak\r\ttab", "::error file=x::y", "##vso[task.x]y",
    "[[ATTACHMENT|/etc/passwd]]", "right \u{202E}left", "😀 ünïcödé 漢字", "\u{85}\u{9B}31m\u{2028}",
    String(repeating: "very long ", count: 200),
  ]

  static func facts(redaction: RedactionSpec = RedactionSpec()) -> RunFacts {
    RunFacts(
      toolVersion: "1.0.0", table: "scenarios.json", tableDigest: String(repeating: "a", count: 64),
      clientDigest: String(repeating: "b", count: 64), seed: 42, startedAt: 1_769_850_300,
      redaction: redaction)
  }

  static func scenario(_ id: String, title: String = "a title", group: String = "g") -> Scenario {
    Scenario(
      id: ScenarioID(id), group: group, title: title, why: "because",
      position: SourcePosition(line: 7, column: 3), steps: [])
  }

  static func finding(
    _ code: String = "key-changed", _ sentence: Message = "operation A was sent under a second key"
  )
    -> Finding
  {
    Finding(
      code: FindingCode(code), operation: OperationName("A"), sentence: sentence, proof: [3, 5])
  }

  static func report(
    _ id: String, _ verdict: Verdict, title: String = "a title",
    duration: Duration = .milliseconds(410)
  ) -> ScenarioReport {
    let history = History(
      terms: JudgingTerms(scenario: ScenarioID(id)),
      entries: [
        HistoryEntry(
          sequence: 1, at: .milliseconds(1), observation: .client(.launched(LaunchNumber(1), .app)))
      ])
    return ScenarioReport(
      scenario: scenario(id, title: title), verdict: verdict, duration: duration, history: history,
      output: OutputCounts(stdoutBytes: 10, stderrBytes: 2))
  }

  /// One of each verdict.
  static let mixed: [ScenarioReport] = [
    report("lost-answer", .passed, title: "a lost answer is sent again"),
    report(
      "key-survives-kill",
      .failed([
        finding(),
        finding("duplicate-record", "2 records for 1 operation: sends 1 and 2 were both recorded"),
      ]), title: "the key survives a kill", duration: .milliseconds(12_345)),
    report("stalled", .error(.faultNotReached(index: 0, kind: "stall-before-commit"))),
    report("damage", .skipped(reason: "the client cannot damage its store")),
    report("late", .notFinished),
  ]

  static func redacted(_ reports: [ScenarioReport]) throws -> RedactedReport {
    let redactor = Redactor(runKey: runKey, policy: RedactionSpec())
    let scenarios = try reports.enumerated().map { index, report in
      try redactor.redact(report, ordinal: index + 1)
    }
    return RedactedReport(run: RedactedRun(facts(), redactor), scenarios: scenarios)
  }
}

extension ReportSinks {
  /// Those of the standard catalogue, as these options of the command line ask.
  init(_ choices: [String: String]) throws {
    self = try ReportCatalog.standard.configured(by: SinkSetup(choices: choices))
  }
}
