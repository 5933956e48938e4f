import AcceptanceModel
import Evidence
import Reporting
import Testing

@Suite("A scenario that was run several times")
struct RepeatedScenarioTests {
  private static let failed = Verdict.failed([Sample.finding()])
  private static let inconclusive = Verdict.error(.serverFailed(reason: "no port"))

  private func document(
    _ verdicts: [Verdict], _ dialect: JUnitDialect = .surefire
  ) throws -> String {
    let report = try Sample.redacted(verdicts.map { Sample.report("a", $0) })
    return JUnitReporter.document(for: report, options: JUnitOptions(dialect: dialect))
  }

  @Test("is one case in Surefire's dialect, and its results stand in it")
  func surefire() throws {
    let text = try document([.passed, Self.failed, Self.inconclusive, Self.failed])
    #expect(text.components(separatedBy: "<testcase ").count == 2)
    #expect(text.components(separatedBy: "<failure ").count == 2)
    #expect(text.components(separatedBy: "<rerunFailure ").count == 2)
    #expect(text.components(separatedBy: "<rerunError ").count == 2)
    #expect(text.contains(#"tests="1" failures="1" errors="0" skipped="0""#))
    #expect(text.contains(#"flakes="1""#))
  }

  @Test("stays failed though it passed in the end: no reader may take it for green")
  func neverForgiven() throws {
    let text = try document([Self.failed, .passed, .passed])
    #expect(text.contains(#"failures="1""#))
    #expect(!text.contains("flakyFailure"))
  }

  @Test("is no flake where it always passed, or never did")
  func steady() throws {
    #expect(try document([.passed, .passed]).contains(#"flakes="0""#))
    #expect(try document([Self.failed, Self.failed]).contains(#"flakes="0""#))
  }

  @Test("is an error in its first run's place where no run failed")
  func errors() throws {
    let text = try document([Self.inconclusive, .passed, Self.inconclusive])
    #expect(text.contains(#"failures="0" errors="1""#))
    #expect(text.components(separatedBy: "<error ").count == 2)
    #expect(text.components(separatedBy: "<rerunError ").count == 2)
  }

  @Test("elsewhere each run is a case", arguments: [JUnitDialect.standard, .rich, .ant])
  func others(dialect: JUnitDialect) throws {
    let text = try document([.passed, Self.failed, Self.failed], dialect)
    #expect(text.components(separatedBy: "<testcase ").count == 4)
    #expect(text.contains(#"name="a (3): a title""#))
  }

  @Test(
    "is valid on Surefire's schema in every mixture",
    .enabled(if: Tool.isThere("xmllint"), "xmllint is not installed"))
  func valid() throws {
    let workshop = try Workshop()
    let skipped = Verdict.skipped(reason: "no token")
    for verdicts in [
      [.passed, Self.failed, Self.inconclusive, Self.failed, Self.inconclusive],
      [Self.inconclusive, Self.inconclusive],
      [skipped, skipped], [skipped, .passed], [Self.inconclusive, Self.failed, .notFinished],
    ] {
      let text = try document(verdicts)
      #expect(try Schema.surefire.complaint(about: Array(text.utf8), workshop) == nil)
    }
  }

  @Test("is written over and over in one case while the run goes on")
  func overTime() throws {
    let workshop = try Workshop()
    let sinks = try ReportSinks(["--junit-dialect": "surefire"])
    let session = try ReportSession(
      facts: Sample.facts(), destinations: Destinations(results: workshop.at("results")),
      selected: [Sample.scenario("a"), Sample.scenario("a")], runKey: Sample.runKey,
      sinks: sinks)
    try session.begin()
    #expect(try workshop.text("results/junit.xml").contains(#"tests="1" failures="0" errors="1""#))
    try session.ended(Sample.report("a", .passed))
    #expect(try workshop.text("results/junit.xml").contains(#"tests="1" failures="0" errors="1""#))
    try session.ended(Sample.report("a", Self.failed))
    let text = try workshop.text("results/junit.xml")
    #expect(text.contains(#"tests="1" failures="1" errors="0""#))
    #expect(text.contains("evidence/001.jsonl") && text.contains("evidence/002.jsonl"))
  }
}
