import AcceptanceModel
import Evidence
import Foundation
import Reporting
import Testing

@Suite("Reading a folder that is none, or is damaged")
struct StoredDamageTests {
  private let workshop: Workshop

  init() throws {
    workshop = try Workshop()
    let session = try ReportSession(
      facts: Sample.facts(), destinations: Destinations(results: workshop.at("results")),
      selected: ["a", "b"].map { Sample.scenario($0) }, runKey: Sample.runKey)
    try session.begin()
    for id in ["a", "b"] { try session.ended(Sample.report(id, .passed)) }
    _ = try session.finish(interrupted: false)
  }

  /// The whole sentence without the test's own folder, and the status.
  private func refusal(_ name: String) throws -> (String, Int32) {
    do throws(EvidenceError) {
      _ = try StoredEvidence.read(workshop.at(name))
    } catch {
      return ("\(error)".replacing(workshop.path + "/", with: ""), error.exitStatus)
    }
    Issue.record("it was read")
    return ("", 0)
  }

  private func edit(_ name: String, _ old: String, _ new: String) throws {
    let text = try workshop.text("results/evidence/\(name)")
    #expect(text.contains(old))
    try workshop.write(text.replacing(old, with: new), to: "results/evidence/\(name)")
  }

  @Test("one that is not there, a file, an empty one: what is wanted, and a status each")
  func nothing() throws {
    try workshop.write("x", to: "file")
    try FileManager.default.createDirectory(
      atPath: workshop.at("empty"), withIntermediateDirectories: false)
    let wanted = " A run's results, or the evidence folder in them, are wanted."
    #expect(try refusal("none") == ("none: there is no such file." + wanted, 64))
    #expect(try refusal("file") == ("file: a file stands where a folder is needed." + wanted, 64))
    let empty = try refusal("empty")
    #expect(empty.1 == 12)
    #expect(empty.0.hasPrefix("empty: found no evidence in this folder; manifest.json and files"))
  }

  @Test(
    "a manifest that is cut, no JSON, of something else or gone",
    arguments: ["{\"run\":", "\u{0}", "{}", "[1]", "{\"schema\":\"other\",\"v\":2}", nil])
  func manifest(text: String?) throws {
    if let text {
      try workshop.write(text, to: "results/evidence/manifest.json")
    } else {
      try FileManager.default.removeItem(atPath: workshop.at("results/evidence/manifest.json"))
    }
    let (sentence, status) = try refusal("results")
    #expect(status == 14)
    #expect(
      sentence
        == "results/evidence: no manifest.json in it that can be read; acceptance verify says "
        + "what is wrong with the folder.")
    let flaws = try EvidenceVerification.verify(workshop.at("results")).flaws
    #expect(flaws.count == 1 && [12, 13].contains(flaws[0].exitStatus), "\(flaws)")
  }

  @Test("a manifest of a newer version is not guessed at")
  func newer() throws {
    try edit("manifest.json", #""v":2"#, #""v":3"#)
    let (sentence, status) = try refusal("results")
    #expect(status == 14)
    #expect(sentence.hasPrefix("manifest.json, line 1: unreadable: found version 3 of the format;"))
  }

  @Test("a field of another kind names its file, its line and what it must be")
  func wrongField() throws {
    try edit("manifest.json", #""selection":["#, #""selected":["#)
    let (sentence, status) = try refusal("results")
    #expect(status == 14)
    #expect(
      sentence == "manifest.json: evidence line 1, field selection: found nothing; it must be an "
        + "array.")
  }

  @Test("a damaged file's scenario has not finished, and the reading says what is wrong")
  func damaged() throws {
    try edit("002.jsonl", #""title":"a title""#, #""title":"b title""#)
    let stored = try StoredEvidence.read(workshop.at("results"))
    #expect(stored.scenarios.map(\.verdict.word) == ["passed", "notFinished"])
    let flaws = try EvidenceVerification.verify(workshop.at("results")).flaws
    #expect(stored.verification.flaws == flaws && flaws.map(\.exitStatus) == [13])
  }
}
