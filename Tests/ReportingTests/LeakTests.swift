import AcceptanceModel
import Evidence
import Foundation
import Reporting
import SecretSearch
import Testing

@Suite("A secret that reached an artefact")
struct LeakTests {
  private static let secret = "canary-8f3kq0z7w2"

  private func session(_ results: String, seed: UInt64 = 1, secrets: [PlantedSecret]) throws
    -> ReportSession
  {
    // Options are ours and are not redacted: the way by which a mistake of ours would come.
    let disguised = Data(Self.secret.utf8).base64EncodedString()
    let session = try ReportSession(
      facts: Sample.facts(), destinations: Destinations(results: results),
      selected: [Sample.scenario("a")], runKey: Sample.runKey, secrets: secrets,
      options: ReportOptions(command: "acceptance \(disguised)"),
      sinks: ReportSinks(["--attachment-base": disguised]))
    try session.begin()
    try session.ended(Sample.report("a", .passed))
    return session
  }

  @Test("takes the artefact away, fails the report, and the report no longer holds it")
  func found() throws {
    let workshop = try Workshop()
    let summary = try session(workshop.at("results"), secrets: [.word(Self.secret)])
      .finish(interrupted: false)
    guard case .found(let leaks, _) = summary.leaks else {
      Issue.record("nothing was found")
      return
    }
    #expect(Set(leaks.map(\.artefact)) == ["junit.xml", "report.html"])
    #expect(leaks.allSatisfy { $0.hit?.encodings == [.base64] })
    #expect(try workshop.names("results/evidence").contains("001.jsonl"))
    let text = try workshop.text("results/junit.xml")
    #expect(text.contains(#"<failure type="SecretInReport""#))
    #expect(text.contains(#"tests="1" failures="1""#))
    #expect(try workshop.names().count == 2)
  }

  @Test("is found on the console too")
  func console() throws {
    let workshop = try Workshop()
    let session = try ReportSession(
      facts: Sample.facts(), destinations: Destinations(results: workshop.at("results")),
      selected: [Sample.scenario("a")], runKey: Sample.runKey, secrets: [.word(Self.secret)])
    try session.begin()
    try session.ended(Sample.report("a", .passed))
    let output = Array("… \(String(Self.secret.reversed())) …".utf8)
    let summary = try session.finish(interrupted: false, console: output)
    #expect(summary.leaks?.isLeak == true)
    let text = try workshop.text("results/junit.xml")
    #expect(text.contains(#"tests="2" failures="1" errors="0""#))
    #expect(text.contains("in console under reversed order"))
  }

  @Test("a run without a leak passes the case, and a killed one leaves it as not finished")
  func clean() throws {
    let workshop = try Workshop()
    let session = try session(workshop.at("results"), secrets: [.word("some-other-secret-11")])
    #expect(try workshop.text("results/junit.xml").contains(#"tests="2" failures="0" errors="1""#))
    let summary = try session.finish(interrupted: false)
    #expect(summary.leaks == .clean(artefactCount: 8, secretCount: 1))
    let text = try workshop.text("results/junit.xml")
    #expect(text.contains(#"tests="2" failures="0" errors="0""#))
    #expect(text.contains("redaction/no-leak"))
  }
}
