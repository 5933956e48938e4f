import AcceptanceModel
import Evidence
import Foundation
import Reporting
import Testing

@Suite("Joining shards")
struct MergeTests {
  private static let ids = ["a", "b", "c", "d", "e"]
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  /// A shard's whole run; each has a run key of its own.
  private func shard(
    _ name: String, of ordinals: [Int], verdict: Verdict = .passed, facts: RunFacts? = nil,
    ids: [String] = Self.ids, endsAll: Bool = true
  ) throws {
    let session = try ReportSession(
      facts: facts ?? Sample.facts(), destinations: Destinations(results: workshop.at(name)),
      selected: ordinals.map { Sample.scenario(ids[$0 - 1]) },
      shard: ShardOrdinals(selection: ids.map { ScenarioID($0) }, own: ordinals),
      runKey: [UInt8](repeating: UInt8(ordinals.first ?? 0), count: 32), isSearched: true)
    try session.begin()
    for ordinal in ordinals.dropLast(endsAll ? 0 : 1) {
      try session.ended(Sample.report(ids[ordinal - 1], verdict))
    }
    _ = try session.finish(interrupted: !endsAll)
  }

  private func join(_ names: String...) throws(MergeError) -> EvidenceMerge {
    try EvidenceMerge.join(names.map { workshop.at($0) })
  }

  @Test("gives one folder with every file as it was, that verifies and makes its own reports again")
  func whole() throws {
    try shard("one", of: [1, 3, 5])
    try shard("two", of: [2, 4], verdict: .failed([Sample.finding()]))
    let summary = try MergedResults.write(
      join("two", "one"), to: workshop.at("all"), options: ReportOptions())
    #expect(summary.counts.passed == 3)
    #expect(summary.counts.failed == 2)
    for (name, file) in [("one", "003.jsonl"), ("two", "004.jsonl")] {
      #expect(
        try workshop.text("\(name)/evidence/\(file)") == workshop.text("all/evidence/\(file)"))
    }
    let verification = try EvidenceVerification.verify(workshop.at("all"))
    #expect(verification.flaws.isEmpty)
    #expect(verification.fileCount == 5)
    let report = try workshop.text("all/junit.xml")
    #expect(report.contains(#"tests="6" failures="2" errors="0""#))
    #expect(report.contains(verification.head))

    let stored = try StoredEvidence.read(workshop.at("all"))
    var again = RedactedReport(
      run: stored.run, scenarios: stored.scenarios, evidence: EvidenceSummary(stored))
    again.leaks = stored.search.map { LeakState($0) }
    for file in ReportSinks.standard.files(for: again) {
      #expect(try workshop.text("all/\(file.name)") == String(decoding: file.bytes, as: UTF8.self))
    }
  }

  @Test("gives the same whatever the order of the folders")
  func order() throws {
    try shard("one", of: [1, 2])
    try shard("two", of: [3, 4, 5])
    for (names, target) in [(["one", "two"], "x"), (["two", "one"], "y")] {
      _ = try MergedResults.write(
        EvidenceMerge.join(names.map { workshop.at($0) }), to: workshop.at(target),
        options: ReportOptions())
    }
    #expect(
      try workshop.text("x/evidence/manifest.json") == workshop.text("y/evidence/manifest.json"))
  }

  @Test("refuses a scenario that stands in two folders, and names both")
  func twice() throws {
    try shard("one", of: [1, 2, 3])
    try shard("two", of: [3, 4, 5])
    #expect(
      throws: MergeError.twice(
        scenario: "c", ordinal: 3, first: workshop.at("one"), second: workshop.at("two"))
    ) { try join("one", "two") }
    #expect(throws: MergeError.self) { try join("one", "one") }
  }

  @Test("refuses a part of the selection, and names what is missing")
  func missing() throws {
    try shard("one", of: [1, 3])
    try shard("two", of: [2])
    #expect(throws: MergeError.missing(scenarios: ["d", "e"], selected: 5)) {
      try join("one", "two")
    }
  }

  @Test("refuses runs of another table, client or selection")
  func others() throws {
    try shard("one", of: [1, 2, 3])
    var table = Sample.facts()
    table.tableDigest = String(repeating: "f", count: 64)
    try shard("table", of: [4, 5], facts: table)
    var client = Sample.facts()
    client.clientDigest = nil
    try shard("client", of: [4, 5], facts: client)
    try shard("selection", of: [4, 5], ids: ["a", "b", "x", "d", "e"])
    for name in ["table", "client", "selection"] {
      let error = #expect(throws: MergeError.self) { try join("one", name) }
      guard case .other(_, let words, _)? = error else {
        Issue.record("\(name) was refused for another reason: \(String(describing: error))")
        continue
      }
      #expect(words.contains(name), "\(words)")
    }
  }

  @Test("refuses evidence that is torn or changed, by its own flaw")
  func damaged() throws {
    try shard("one", of: [1, 2, 3])
    try shard("two", of: [4, 5], endsAll: false)
    #expect(
      throws: MergeError.damaged(
        folder: workshop.at("two"), .unfinished(ended: 1, selected: 2))
    ) { try join("one", "two") }
    try workshop.write(
      workshop.text("one/evidence/002.jsonl").replacing("\"tMs\":1,", with: "\"tMs\":2,"),
      to: "one/evidence/002.jsonl")
    guard
      case .damaged(_, let flaw)? = #expect(
        throws: MergeError.self,
        performing: {
          try join("one")
        })
    else {
      Issue.record("changed evidence was not refused as damaged")
      return
    }
    #expect(flaw.exitStatus == 13)
  }

  @Test("a folder that holds no evidence is refused")
  func noEvidence() throws {
    try workshop.write("x", to: "other/file.txt")
    #expect(throws: MergeError.self) { try join("other") }
  }
}
