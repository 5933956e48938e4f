import AcceptanceModel
import Evidence
import Reporting
import Testing

@Suite("A scenario with several attempts")
struct PreviousAttemptTests {
  private static let late = Verdict.failed([
    Sample.finding("gave-up", "nothing was sent for 2.4 s though the outcome is unknown")
  ])
  private static let inconclusive = Verdict.error(
    .stepImpossible(index: 1, reason: "the client gave up before it was released"))

  private static func report(
    _ verdict: Verdict, after earlier: [Verdict], id: String = "a"
  ) -> ScenarioReport {
    var report = Sample.report(id, verdict)
    report.earlierTries = earlier.map {
      PreviousAttempt(Sample.report(id, $0, duration: .milliseconds(2750)), load: 4.24)
    }
    return report
  }

  private func document(
    _ reports: [ScenarioReport], _ dialect: JUnitDialect
  ) throws -> String {
    JUnitReporter.document(
      for: try Sample.redacted(reports), options: JUnitOptions(dialect: dialect))
  }

  private func count(_ element: String, in text: String) -> Int {
    text.components(separatedBy: "<\(element) ").count - 1
  }

  @Test("is a flake where it passed in the end", arguments: [JUnitDialect.surefire, .rich])
  func flaky(dialect: JUnitDialect) throws {
    let text = try document([Self.report(.passed, after: [Self.late, Self.inconclusive])], dialect)
    #expect(count("flakyFailure", in: text) == 1)
    #expect(count("flakyError", in: text) == 1)
    #expect(count("failure", in: text) == 0 && count("error", in: text) == 0)
    #expect(text.contains(#"failures="0" errors="0""#))
    #expect(text.contains(#"name="acceptance.cases.triedAgain" value="1""#))
    if dialect == .surefire { #expect(text.contains(#"flakes="1""#)) }
    if dialect == .rich { #expect(text.contains(#"name="acceptance.tries" value="3""#)) }
  }

  @Test(
    "is a failure where attempts disagree, in every dialect",
    arguments: JUnitDialect.all)
  func disagreement(dialect: JUnitDialect) throws {
    guard case .failed(let findings) = Self.late else { return }
    let report = Self.report(.flaky(findings), after: [.passed])
    let text = try document([report], dialect)
    #expect(count("failure", in: text) == 1 && count("flakyFailure", in: text) == 0)
    #expect(text.contains(#"failures="1" errors="0""#))
    #expect(text.contains("flaky, attempts disagree: gave-up"))
    #expect(text.contains("other attempt: passed (2.75 s, load: 4.2 threads per core)"))
  }

  @Test(
    "has reruns where it failed in the end, and is no flake", arguments: [Self.late, inconclusive])
  func rerun(last: Verdict) throws {
    let text = try document([Self.report(last, after: [Self.inconclusive, Self.late])], .surefire)
    #expect(count("rerunFailure", in: text) == 1 && count("rerunError", in: text) == 1)
    #expect(count("failure", in: text) + count("error", in: text) == 1)
    #expect(text.contains(#"flakes="0""#))
  }

  @Test("is told in the output of every dialect", arguments: JUnitDialect.all)
  func output(dialect: JUnitDialect) throws {
    let text = try document([Self.report(.passed, after: [Self.late])], dialect)
    #expect(
      text.contains(
        "attempt 1: failed (2.75 s, load: 4.2 threads per core): "
          + "gave-up: nothing was sent for 2.4 s though the outcome is unknown"), "\(text)")
    if dialect == .standard || dialect == .ant { #expect(!text.contains("<flaky")) }
  }

  @Test(
    "is valid on every schema in every mixture, repeated too",
    .enabled(if: Tool.isThere("xmllint"), "xmllint is not installed"))
  func valid() throws {
    let workshop = try Workshop()
    let skipped = Verdict.skipped(reason: "no token")
    let known = Verdict.knownFailure([Sample.finding()], reason: "as it is")
    var reports: [ScenarioReport] = []
    for last in [.passed, Self.late, Self.inconclusive, skipped, known, .notFinished] {
      for earlier in [[Self.late], [Self.inconclusive], [Self.inconclusive, Self.late]] {
        let id = "s\(reports.count)"
        reports.append(Self.report(last, after: earlier, id: id))
        reports += [Verdict.passed, Self.late].map { Self.report($0, after: [], id: id + "r") }
        reports.append(Self.report(last, after: earlier, id: id + "r"))
      }
    }
    for (dialect, schema) in [
      (JUnitDialect.standard, Schema.jenkins), (.surefire, .surefire), (.ant, .ant),
    ] {
      let text = try document(reports, dialect)
      #expect(try schema.complaint(about: Array(text.utf8), workshop) == nil, "\(dialect)")
    }
  }

  @Test("is marked on the console, on the page and in the job's summary")
  func people() throws {
    let report = try Sample.redacted([
      Self.report(.passed, after: [Self.late]), Self.report(.passed, after: [], id: "b"),
    ])
    var console = ConsoleReporter(style: ConsoleStyle())
    let line = console.render(.scenarioEnded(report.scenarios[0]))
    #expect(line.contains("attempt 1  failed (2.75 s, load: 4.2 threads per core)"))
    #expect(line.contains("gave-up: nothing was sent"))
    #expect(!console.render(.scenarioEnded(report.scenarios[1])).contains("attempt"))
    let page = HTMLReporter.files(for: report).map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(page[0].components(separatedBy: ">2nd attempt<").count == 2)
    #expect(page[0].contains("<b>attempt 1</b> failed"))
    #expect(JobSummary.markdown(report).contains("passed (2nd attempt)"))
  }

  @Test("comes back from evidence with every try, so that each report is made again as it was")
  func stored() throws {
    let workshop = try Workshop()
    let reports = [
      Self.report(.passed, after: [Self.late, Self.inconclusive]),
      Self.report(Self.late, after: [Self.inconclusive], id: "b"),
      Self.report(.passed, after: [], id: "c"),
    ]
    let session = try ReportSession(
      facts: Sample.facts(), destinations: Destinations(results: workshop.at("results")),
      selected: reports.map { Sample.scenario($0.id.text) }, runKey: Sample.runKey)
    try session.begin()
    for report in reports { try session.ended(report) }
    let summary = try session.finish(interrupted: false)
    let stored = try StoredEvidence.read(workshop.at("results"))
    #expect(stored.scenarios.map(\.earlierTries.count) == [2, 1, 0])
    #expect(stored.scenarios.map(\.earlierTries) == summary.scenarios.map(\.earlierTries))
    let again = RedactedReport(
      run: stored.run, scenarios: stored.scenarios, evidence: EvidenceSummary(stored))
    for file in ReportSinks.standard.files(for: again) {
      let written = try workshop.text("results/\(file.name)")
      #expect(String(decoding: file.bytes, as: UTF8.self) == written, "\(file.name) differs")
    }
    var console = ConsoleReporter(style: ConsoleStyle())
    let ending = console.render(.ended(summary, elapsed: .seconds(1)))
    #expect(ending.contains("2 retried"))
  }
}
