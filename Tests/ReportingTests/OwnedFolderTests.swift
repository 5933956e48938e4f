import AcceptanceModel
import Evidence
import Foundation
import Reporting
import Testing

@Suite("The results folder")
struct OwnedFolderTests {
  private func begin(
    _ path: String, key: UInt8 = 1, files: any FileAccess = SystemFiles()
  ) throws -> ReportSession {
    let session = try ReportSession(
      facts: Sample.facts(), destinations: Destinations(results: path),
      selected: [Sample.scenario("a")], runKey: [UInt8](repeating: key, count: 32), files: files)
    try session.begin()
    return session
  }

  private func run(_ path: String, files: any FileAccess = SystemFiles()) throws {
    _ = try begin(path, files: files).finish(interrupted: true)
  }

  private func error(_ body: () throws -> Void) -> ReportError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ReportError
    }
  }

  @Test("a folder that holds somebody's files is refused and left as it is")
  func notOurs() throws {
    let workshop = try Workshop()
    try workshop.write("precious", to: "results/thesis.txt")
    let path = workshop.at("results")
    let refusal = error { try run(path) }
    #expect(refusal == .notOurs(path: path))
    #expect(refusal?.isUsage == true)
    #expect(try workshop.names("results") == ["thesis.txt"])
    #expect(try workshop.names() == ["results"])
  }

  @Test(
    "what no run wrote into a folder of ours is named, and the folder left as it is",
    arguments: ["notes.txt", "evidence/notes.txt", "junit.xml.bak", "evidence/7.jsonl.bak"])
  func foreignFile(_ name: String) throws {
    let workshop = try Workshop()
    let path = workshop.at("results")
    try run(path)
    let before = try workshop.names("results")
    try workshop.write("precious", to: "results/" + name)
    let refusal = error { try run(path) }
    #expect(refusal == .foreignFile(path: path + "/" + name))
    #expect(refusal?.isUsage == true)
    #expect(workshop.has("results/" + name))
    #expect(try Set(workshop.names("results")).isSuperset(of: before))
  }

  @Test("what a reporter writes, what a killed run prepared and what desktops leave is no obstacle")
  func ownNames() throws {
    let report = try Sample.redacted([Sample.report("a", .passed)])
    let workshop = try Workshop()
    let path = workshop.at("results")
    try run(path)
    for file in ReportSinks.standard.files(for: report) {
      try workshop.write("x", to: "results/\(file.name)")
    }
    try workshop.write("x", to: "results/.junit.xml.new")
    try workshop.write("x", to: "results/evidence/.001.jsonl.new")
    try workshop.write("x", to: "results/.DS_Store")
    try run(path)
    #expect(!workshop.has("results/.DS_Store"))
  }

  @Test("an empty folder and an earlier run's are replaced whole")
  func ours() throws {
    let workshop = try Workshop()
    try FileManager.default.createDirectory(
      atPath: workshop.at("results"), withIntermediateDirectories: true)
    try run(workshop.at("results"))
    try workshop.write("stale", to: "results/evidence/099.jsonl")
    try run(workshop.at("results"))
    #expect(
      try workshop.names("results") == [
        ".acceptance-results", "evidence", "junit.xml", "report.css", "report.html",
      ])
    #expect(!workshop.has("results/evidence/099.jsonl"))
  }

  @Test("a second run on the same folder is refused as long as the first one lives")
  func inUse() throws {
    let workshop = try Workshop()
    let path = workshop.at("results")
    let first = try begin(path)
    #expect(error { try run(path) } == .inUse(path: path))
    _ = try first.finish(interrupted: false)
    #expect(error { try run(path) } == nil)
  }

  @Test("a file where the folder should be is refused and left")
  func file() throws {
    let workshop = try Workshop()
    try workshop.write("text", to: "results")
    let refusal = error { try run(workshop.at("results")) }
    #expect(refusal == .unwritable(FileError(path: workshop.at("results"), cause: .notAFolder)))
    #expect(try workshop.text("results") == "text")
  }

  @Test("a file on the way to the folder is named")
  func fileOnTheWay() throws {
    let workshop = try Workshop()
    try workshop.write("text", to: "a")
    #expect(
      error { try run(workshop.at("a/b/c")) }
        == .unwritable(FileError(path: workshop.at("a/b"), cause: .notAFolder)))
  }

  @Test("a link is followed, not replaced")
  func link() throws {
    let workshop = try Workshop()
    try FileManager.default.createDirectory(
      atPath: workshop.at("real"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: workshop.at("results"), withDestinationPath: workshop.at("real"))
    try run(workshop.at("results"))
    try run(workshop.at("results"))
    #expect(workshop.has("real/junit.xml"))
    #expect(try workshop.names() == ["real", "results"])
  }

  @Test("a link under one of our names is removed, and what it leads to stays")
  func linkInside() throws {
    let workshop = try Workshop()
    try run(workshop.at("results"))
    try workshop.write("precious", to: "outside/thesis.txt")
    let page = workshop.at("results/score.html")
    try FileManager.default.createSymbolicLink(
      atPath: page, withDestinationPath: workshop.at("outside"))
    try run(workshop.at("results"))
    #expect(workshop.has("outside/thesis.txt"))
    #expect(!workshop.has("results/score.html"))
  }

  @Test("where folders cannot be swapped, or not moved, or nothing be made beside, it works too")
  func refusals() throws {
    let workshop = try Workshop()
    let path = workshop.at("results")
    let ways: [Set<RefusingFiles.Refusal>] = [
      [.exchange], [.exchange, .moving(path)], [.siblings(path)],
    ]
    for way in ways {
      try run(path)
      try workshop.write("stale", to: "results/evidence/099.jsonl")
      try run(path, files: RefusingFiles(way))
      #expect(!workshop.has("results/evidence/099.jsonl"))
      #expect(workshop.has("results/evidence/manifest.json"))
      #expect(try workshop.text("results/junit.xml").contains("NotFinished"))
      #expect(try workshop.names() == ["results"])
      // The folder is locked in this way too, and free again after the run.
      let session = try begin(path, files: RefusingFiles(way))
      #expect(error { try run(path) } == .inUse(path: path))
      _ = try session.finish(interrupted: true)
    }
  }

  @Test("a full disk leaves the earlier results and says so in one sentence")
  func fullDisk() throws {
    let workshop = try Workshop()
    try run(workshop.at("results"))
    let before = try workshop.text("results/junit.xml")
    let refusal = try #require(
      error { try run(workshop.at("results"), files: RefusingFiles([.writing])) })
    #expect("\(refusal)".hasSuffix(": the disk is full."))
    #expect(!refusal.isUsage)
    #expect(try workshop.text("results/junit.xml") == before)
    #expect(try workshop.names() == ["results"])
  }
}
