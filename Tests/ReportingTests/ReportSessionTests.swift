import AcceptanceModel
import Evidence
import Foundation
import Reporting
import Testing

@Suite("A run's reports over time")
struct ReportSessionTests {
  private static let ids = ["a", "b", "c"]

  private func session(
    _ destinations: Destinations, key: UInt8 = 1, files: any FileAccess = SystemFiles()
  ) throws -> ReportSession {
    try ReportSession(
      facts: Sample.facts(), destinations: destinations,
      selected: Self.ids.map { Sample.scenario($0) },
      runKey: [UInt8](repeating: key, count: 32), files: files)
  }

  private func wholeRun(_ session: ReportSession) throws {
    try session.begin()
    for id in Self.ids {
      session.began(ScenarioID(id))
      try session.ended(Sample.report(id, .passed))
    }
    _ = try session.finish(interrupted: false)
  }

  @Test("before the first scenario every one of them stands in the report as not finished")
  func pessimistic() throws {
    let workshop = try Workshop()
    let session = try session(Destinations(results: workshop.at("results")))
    try session.begin()
    let text = try workshop.text("results/junit.xml")
    #expect(text.components(separatedBy: #"<error type="NotFinished""#).count == 4)
    #expect(text.contains(#"tests="3" failures="0" errors="3""#))
    try session.ended(Sample.report("b", .passed))
    #expect(try workshop.text("results/junit.xml").contains(#"tests="3" failures="0" errors="2""#))
  }

  @Test(
    "a whole run leaves a passing report, evidence and sums that check",
    .enabled(if: Tool.isThere("sha256sum"), "sha256sum is not installed"))
  func whole() throws {
    let workshop = try Workshop()
    let session = try session(Destinations(results: workshop.at("results")))
    try wholeRun(session)
    #expect(try workshop.text("results/junit.xml").contains(#"tests="3" failures="0" errors="0""#))
    #expect(try workshop.names() == ["results"])
    #expect(
      try workshop.names("results/evidence") == [
        "001.jsonl", "002.jsonl", "003.jsonl", "SHA256SUMS", "manifest.json", "statement.json",
      ])
    let check = try Tool.run(
      ["sha256sum", "-c", "--strict", "SHA256SUMS"], in: workshop.at("results/evidence"))
    #expect(check.status == 0, "\(check.output)")
    let head = try Tool.run(
      ["sh", "-c", "sha256sum [0-9]*.jsonl | sha256sum"], in: workshop.at("results/evidence"))
    let digest = String(head.output.prefix(64))
    #expect(try workshop.text("results/junit.xml").contains(digest))
    #expect(try workshop.text("results/evidence/manifest.json").contains(digest))
  }

  @Test(
    "each line names the digest of the line before it",
    .enabled(if: Tool.isThere("sha256sum"), "sha256sum is not installed"))
  func chain() throws {
    let workshop = try Workshop()
    try wholeRun(session(Destinations(results: workshop.at("results"))))
    let check = try Tool.run(
      ["sh", "-c", "head -n1 001.jsonl | sha256sum | cut -c-64; sed -n 2p 001.jsonl"],
      in: workshop.at("results/evidence"))
    let lines = check.output.split(separator: "\n")
    #expect(lines[1].contains("\"prev\":\"\(lines[0])\""))
  }

  @Test("wherever a run is killed, the path holds the old run's report or a valid failing one")
  func killedAnywhere() throws {
    var changeCount = 0
    while true {
      // Given the results of an earlier run
      let workshop = try Workshop()
      try wholeRun(
        session(
          Destinations(results: workshop.at("results")), files: StoppingFiles()))
      let old = try workshop.text("results/junit.xml")
      // When the next one ends after so many changes to the disk
      let files = StoppingFiles(after: changeCount)
      let next = try session(Destinations(results: workshop.at("results")), key: 2, files: files)
      let isOver = completes { try wholeRun(next) }
      if isOver { break }
      files.closeAll()
      // Then
      let text = try workshop.text("results/junit.xml")
      #expect(text.hasPrefix("<?xml") && text.hasSuffix("</testsuites>\n"))
      #expect(text.components(separatedBy: "<testcase ").count == 4)
      // Only the very last steps come after the report is true, and then nothing fails.
      let isTrue = text.contains(#"errors="0""#)
      #expect(text == old || !isTrue || text.components(separatedBy: "verdict: passed").count == 4)
      // And the next run finds nothing in its way, and clears what was left.
      if !files.hasStopped { Issue.record("the run failed of itself") }
      try wholeRun(
        try session(Destinations(results: workshop.at("results")), key: 3, files: StoppingFiles()))
      #expect(try workshop.names() == ["results"])
      changeCount += 1
    }
    #expect(changeCount > 40)
  }

  private func completes(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      return false
    }
  }

  @Test("an interrupted run stays a failing one, and its evidence says that it is not complete")
  func interrupted() throws {
    let workshop = try Workshop()
    let session = try session(Destinations(results: workshop.at("results")))
    try session.begin()
    session.began(ScenarioID("a"))
    try session.ended(Sample.report("a", .passed))
    session.began(ScenarioID("b"))
    let summary = try session.finish(interrupted: true)
    #expect(summary.counts.notFinished == 2)
    let text = try workshop.text("results/junit.xml")
    #expect(text.contains("had begun and not ended"))
    #expect(text.contains("had not begun"))
    #expect(try workshop.text("results/evidence/manifest.json").contains("\"complete\":false"))
  }

  @Test("report and evidence go to places of their own, and their parents are made")
  func ownPlaces() throws {
    let workshop = try Workshop()
    let destinations = Destinations(
      results: nil,
      own: ["junit": workshop.at("deep/down/report.xml"), "evidence": workshop.at("e/v")])
    try wholeRun(session(destinations))
    #expect(workshop.has("deep/down/report.xml"))
    #expect(workshop.has("e/v/001.jsonl"))
    #expect(try workshop.names("deep/down") == ["report.xml"])
  }

  @Test("without any place nothing is written")
  func noPlaces() throws {
    let workshop = try Workshop()
    try wholeRun(session(Destinations(results: nil)))
    #expect(try workshop.names() == [])
  }

  @Test("a scenario that ends more often than it was selected is refused")
  func tooOften() throws {
    let session = try session(Destinations(results: nil))
    try session.begin()
    try session.ended(Sample.report("a", .passed))
    #expect(throws: ReportError.notSelected(ScenarioID("a"))) {
      try session.ended(Sample.report("a", .passed))
    }
  }
}
