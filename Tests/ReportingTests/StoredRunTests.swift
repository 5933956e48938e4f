import AcceptanceModel
import Evidence
import Foundation
import Reporting
import Testing

@Suite("A stored run")
struct StoredRunTests {
  private let workshop: Workshop
  private var folder: String { workshop.at("results/evidence") }

  /// Evidence of three scenarios, written by a whole run.
  init() throws {
    workshop = try Workshop()
    let reports = [SampleRun.lostAnswer, SampleRun.changedKey, SampleRun.cut]
    let session = try ReportSession(
      facts: Sample.facts(), destinations: Destinations(results: workshop.at("results")),
      selected: reports.map { Sample.scenario($0.id.text, title: $0.title) },
      runKey: Sample.runKey)
    try session.begin()
    for report in reports { try session.ended(report) }
    _ = try session.finish(interrupted: false)
  }

  private func edit(_ name: String, _ change: (inout [Substring]) -> Void) throws {
    var lines = try workshop.text("results/evidence/\(name)").split(
      separator: "\n", omittingEmptySubsequences: false)
    change(&lines)
    try workshop.write(lines.joined(separator: "\n"), to: "results/evidence/\(name)")
  }

  private func flaws(head: String? = nil) throws -> [EvidenceFlaw] {
    try EvidenceVerification.verify(folder, expectedHead: head).flaws
  }

  @Test("that nobody touched is complete, by the results folder too")
  func complete() throws {
    let verification = try EvidenceVerification.verify(folder)
    #expect(verification.flaws.isEmpty)
    #expect(verification.exitStatus == 0)
    #expect(verification.summary.hasPrefix("complete: 3 files, "))
    #expect(try EvidenceVerification.verify(workshop.at("results")).head == verification.head)
    #expect(try flaws(head: verification.head).isEmpty)
  }

  @Test("a line cut in the middle is a torn tail, and so is a missing last line")
  func tornTail() throws {
    try edit("001.jsonl") { lines in
      lines.removeLast()
      lines[lines.count - 1] = lines[lines.count - 1].prefix(20)
    }
    let count = try workshop.text("results/evidence/002.jsonl").split(separator: "\n").count
    try edit("002.jsonl") { $0.remove(at: $0.count - 2) }
    let found = try flaws()
    #expect(found.contains(.tornTail(file: "002.jsonl", lineCount: count - 1)))
    #expect(found.map(\.exitStatus) == [10, 10])
  }

  @Test("a line taken out breaks the chain where it stood")
  func brokenChain() throws {
    try edit("002.jsonl") { $0.remove(at: 4) }
    #expect(try flaws() == [.brokenChain(file: "002.jsonl", line: 5)])
  }

  @Test("a changed byte is found in the line that holds it, wherever it is")
  func changedByte() throws {
    let original = try workshop.text("results/evidence/001.jsonl")
    let count = original.split(separator: "\n").count
    for line in 0..<count {
      try edit("001.jsonl") { lines in
        lines[line] = Substring(lines[line].replacing("\"tMs\":", with: "\"tMs\":1"))
      }
      let found = try flaws()
      // The last line is no other's predecessor: the sums tell it.
      let last = EvidenceFlaw.changedFile("001.jsonl")
      #expect(
        found == (line == count - 1 ? [last] : [.changedLine(file: "001.jsonl", line: line + 1)]))
      #expect(found.map(\.exitStatus) == [13])
      try workshop.write(original, to: "results/evidence/001.jsonl")
    }
    #expect(try flaws().isEmpty)
  }

  @Test("a missing file, a file put in, and a changed manifest are told apart")
  func files() throws {
    try FileManager.default.moveItem(atPath: folder + "/002.jsonl", toPath: folder + "/004.jsonl")
    #expect(try flaws() == [.unknownFile("004.jsonl"), .missingFile("002.jsonl")])
    try FileManager.default.moveItem(atPath: folder + "/004.jsonl", toPath: folder + "/002.jsonl")
    try edit("manifest.json") {
      $0[0] = Substring($0[0].replacing("\"seed\":\"42\"", with: "\"seed\":\"43\""))
    }
    #expect(try flaws() == [.changedFile("manifest.json")])
  }

  @Test("files that agree with each other, but not with the head of the report, are found")
  func otherHead() throws {
    let head = String(repeating: "0", count: 64)
    #expect(try flaws(head: head) == [.otherHead(expected: head)])
  }

  @Test("a run that ended early is a torn tail, not a broken one")
  func unfinished() throws {
    let session = try ReportSession(
      facts: Sample.facts(), destinations: Destinations(results: workshop.at("early")),
      selected: ["a", "b"].map { Sample.scenario($0) }, runKey: Sample.runKey)
    try session.begin()
    try session.ended(Sample.report("a", .passed))
    let verification = try EvidenceVerification.verify(workshop.at("early"))
    #expect(verification.flaws == [.unfinished(ended: 1, selected: 2)])
    #expect(verification.exitStatus == 10)
    _ = try session.finish(interrupted: true)
    #expect(
      try EvidenceVerification.verify(workshop.at("early")).flaws == [
        .unfinished(ended: 1, selected: 2)
      ])
  }

  @Test("a folder without evidence is refused")
  func noEvidence() throws {
    try workshop.write("x", to: "other/file.txt")
    #expect(throws: EvidenceError.self) { try EvidenceVerification.verify(workshop.at("other")) }
  }

  @Test("gives the same reports as the run did")
  func sameReports() throws {
    let stored = try StoredEvidence.read(workshop.at("results"))
    let report = RedactedReport(
      run: stored.run, scenarios: stored.scenarios, evidence: EvidenceSummary(stored))
    for file in ReportSinks.standard.files(for: report) {
      let written = try workshop.text("results/\(file.name)")
      #expect(String(decoding: file.bytes, as: UTF8.self) == written, "\(file.name) differs")
    }
  }

  @Test("makes the auditor's table, in every form")
  func table() throws {
    let stored = try StoredEvidence.read(folder)
    let report = RedactedReport(run: stored.run, scenarios: stored.scenarios)
    let csv = EvidenceTable.render(report, as: .csv).split(separator: "\r\n")
    #expect(csv.first == "scenario,operation,task,key,clear key,sends,answers,records,verdict")
    #expect(csv[1].hasSuffix(",2,503; 200,1,passed"))
    #expect(csv[2].hasSuffix(",2,open; 200,2,failed"))
    #expect(csv[2].split(separator: ",")[3].split(separator: " ").count == 2)
    #expect(csv[3].contains(#","200, cut; 200",1,passed"#))
    #expect(EvidenceTable.render(report, as: .markdown).split(separator: "\n").count == 6)
    let text = EvidenceTable.render(report, as: .text, width: 80)
    for form in EvidenceTable.Form.allCases {
      #expect(!EvidenceTable.render(report, as: form).contains("secret"))
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count { !$0.hasPrefix(" ") } == 5)
    #expect(lines.filter { $0.hasPrefix("  answers  ") }.first == "  answers  503; 200")
    #expect(lines.allSatisfy { $0.count <= 80 })
  }
}
