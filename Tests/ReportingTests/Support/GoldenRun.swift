import AcceptanceModel
import Foundation
import Testing

@testable import Evidence
@testable import Reporting

/// One run with every verdict, attempts, a repeated scenario and a search of the artefacts.
enum GoldenRun {
  struct Report: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String

    var testDescription: String { name }
  }

  static let scenarioReports: [ScenarioReport] = {
    var retried = Sample.report("retried", .passed, title: "passes at the second attempt")
    retried.earlierTries = [
      PreviousAttempt(
        Sample.report("retried", .error(.faultNotReached(index: 0, kind: "hold"))), load: 4.24)
    ]
    let known = Verdict.failed([Sample.finding("gave-up", "nothing was sent for 2.4 s")])
      .expecting(
        [
          KnownFailure(
            scenario: ScenarioID("known"), code: FindingCode("gave-up"), reason: "ticket 7")
        ], of: ScenarioID("known"))
    return SampleRun.reports(9) + [
      retried, Sample.report("known", known),
      Sample.report(
        "hostile", .failed([Sample.finding("key-changed", "\(table: Sample.hostileTexts[0])")]),
        title: Sample.hostileTexts[5]),
      Sample.report("twice", .passed),
      Sample.report("twice", .flaky([Sample.finding()])),
    ]
  }()

  static func redacted() throws -> RedactedReport {
    var report = try Sample.redacted(scenarioReports)
    var files: [Int: EvidenceFolder.FileFacts] = [:]
    for scenario in report.scenarios where scenario.verdict.word.text != "notFinished" {
      let number = String(scenario.ordinal)
      let name = String(repeating: "0", count: 3 - number.count) + number + ".jsonl"
      files[scenario.ordinal] = EvidenceFolder.FileFacts(
        name: name, scenario: scenario.id, verdict: scenario.verdict.word,
        lineCount: scenario.ordinal * 3, head: String(repeating: "c", count: 64),
        digest: String(repeating: "d", count: 64))
    }
    report.evidence = EvidenceSummary(files)
    report.evidence.head = String(repeating: "e", count: 64)
    report.leaks = .clean(artefactCount: 20, secretCount: 5)
    report.options.ruleCodes = ["key-changed", "gave-up", "retry-storm"]
    report.options.explanations = []
    return report
  }

  static func reports() throws -> [Report] {
    let report = try redacted()
    return junit(report) + html(report) + log(report)
      + [
        Report(name: "console.txt", text: console(report, ConsoleStyle())),
        Report(
          name: "console-terminal.txt",
          text: console(report, ConsoleStyle(hasColor: true, isLive: true, width: 80))),
        Report(name: "console-quiet.txt", text: console(report, ConsoleStyle(isQuiet: true))),
      ]
  }

  private static func junit(_ report: RedactedReport) -> [Report] {
    let dialects = JUnitDialect.all.map { dialect in
      Report(
        name: "junit-\(dialect.name).xml",
        text: JUnitReporter.document(for: report, options: JUnitOptions(dialect: dialect)))
    }
    var leaking = report
    leaking.leaks = .found(
      [Leak(artefact: "report.html", hit: nil, quarantine: "q/report.html")], artefactCount: 20)
    var empty = report
    (empty.scenarios, empty.evidence, empty.leaks) = ([], EvidenceSummary(), nil)
    var pending = report
    pending.leaks = .pending
    let states = JUnitDialect.all.flatMap { dialect in
      [("empty", empty), ("leaking", leaking), ("pending", pending)].map { state, report in
        Report(
          name: "junit-\(dialect.name)-\(state).xml",
          text: JUnitReporter.document(
            for: report, options: JUnitOptions(dialect: dialect, attachmentBase: "out/results")))
      }
    }
    return dialects + states
  }

  private static func html(_ report: RedactedReport) -> [Report] {
    HTMLReporter.files(for: report).map {
      Report(name: $0.name, text: String(decoding: $0.bytes, as: UTF8.self))
    }
  }

  private static func log(_ report: RedactedReport) -> [Report] {
    AnnotationRenderer.allCases.map { renderer in
      Report(
        name: "annotations-\(renderer.rawValue).txt",
        text: renderer.lines(for: report, file: "tests/scenarios.json").map { $0 + "\n" }.joined())
    } + [Report(name: "summary.md", text: JobSummary.markdown(report))]
  }

  private static func console(_ report: RedactedReport, _ style: ConsoleStyle) -> String {
    var console = ConsoleReporter(style: style)
    var text = console.render(
      .began(
        table: "scenarios.json", scenarios: report.scenarios.map { ScenarioID($0.id.text) },
        command: "acceptance scenarios.json"))
    for scenario in report.scenarios where scenario.verdict.word.text != "notFinished" {
      text += console.render(.scenarioBegan(ScenarioID(scenario.id.text), at: .seconds(1)))
      text += console.render(.scenarioEnded(scenario))
    }
    let sinks = ReportSinks.standard
    let summary = ReportSummary(
      report: report, places: sinks.places(sinks.paths(in: "r"), report.evidence))
    return text + console.render(.ended(summary, elapsed: .milliseconds(12_800)))
  }
}
