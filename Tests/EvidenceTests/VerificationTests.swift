import AcceptanceModel
import Evidence
import Foundation
import StrictJSON
import Testing

@Suite("Verifying a folder of evidence")
struct VerificationTests {
  @Test("what was written is complete, and its statement says what passed")
  func complete() throws {
    let folder = try EvidenceWorkshop()
    let found = try EvidenceVerification.verify(folder.path)
    #expect(found.exitStatus == 0)
    #expect(found.summary.hasPrefix("complete: 2 files"))
    let statement = try JSONParser.parse(folder.bytes("statement.json")).value
    #expect(statement["_type"]?.stringValue == "https://in-toto.io/Statement/v1")
    #expect(
      statement["predicateType"]?.stringValue
        == "https://in-toto.io/attestation/test-result/v0.1")
    let predicate = try #require(statement["predicate"])
    #expect(predicate["result"]?.stringValue == "WARNED")
    #expect(predicate["passedTests"] == .array([.string("everything")]))
    #expect(predicate["warnedTests"] == .array([.string("everything (2)")]))
    #expect(predicate["acceptance_evidence"]?["digest"]?["sha256"]?.stringValue == found.head)
    #expect(try folder.sums().keys.sorted() == folder.names().filter { $0 != "SHA256SUMS" })
  }

  @Test("each damage has its own status", arguments: Damage.allCases)
  func damage(_ damage: Damage) throws {
    let folder = try EvidenceWorkshop()
    try damage.act(on: folder)
    let found = try EvidenceVerification.verify(folder.path)
    #expect(found.exitStatus == damage.status, "\(found.flaws)")
    #expect(found.flaws.count == 1, "\(found.flaws)")
    #expect(found.flaws.first?.description.contains(damage.words) == true, "\(found.flaws)")
  }

  @Test(
    "whichever byte of a scenario's file is changed, it is found, and never taken for a torn end")
  func everyByte() throws {
    let folder = try EvidenceWorkshop()
    let bytes = try folder.bytes("001.jsonl")
    for index in stride(from: 0, to: bytes.count, by: 97) {
      var changed = bytes
      changed[index] ^= 1
      try folder.write(changed, to: "001.jsonl")
      let status = try EvidenceVerification.verify(folder.path).exitStatus
      #expect([11, 13].contains(status), "byte \(index)")
    }
  }

  @Test("wherever the file ends early, it is a torn tail")
  func everyEnd() throws {
    let folder = try EvidenceWorkshop()
    let bytes = try folder.bytes("001.jsonl")
    for count in stride(from: 0, to: bytes.count, by: 131) {
      try folder.write(Array(bytes.prefix(count)), to: "001.jsonl")
      #expect(try EvidenceVerification.verify(folder.path).exitStatus == 10, "\(count) bytes")
    }
  }

  @Test("a run that was killed while it wrote its last files left a torn tail", arguments: 0...5)
  func killedAtTheEnd(_ writeCount: Int) throws {
    let folder = try EvidenceWorkshop(isFinished: false)
    let finished = try EvidenceWorkshop()
    for name in ["SHA256SUMS", "statement.json"].prefix((writeCount + 1) / 2) {
      try folder.write(try finished.bytes(name), to: name)
    }
    if writeCount % 2 == 1 { try folder.write([0x7B], to: ".manifest.json.new") }
    let found = try EvidenceVerification.verify(folder.path)
    #expect(found.exitStatus == 10, "\(found.flaws)")
  }

  enum Damage: String, CaseIterable {
    case tornLine, lineTakenOut, lineDoubled, missing, missingSums, missingManifest
    case missingStatement, changedTitle, changedLastLine, changedManifest, changedStatement
    case changedSum, extraFile, extraScenario, link, hugeLine

    func act(on folder: EvidenceWorkshop) throws {
      let first = try folder.bytes("001.jsonl")
      var lines = first.split(separator: 0x0A).map { Array($0) + [0x0A] }
      switch self {
      case .tornLine: try folder.write(Array(first.dropLast(30)), to: "001.jsonl")
      case .lineTakenOut:
        lines.remove(at: 4)
        try folder.write(Array(lines.joined()), to: "001.jsonl")
      case .lineDoubled:
        lines.insert(lines[4], at: 5)
        try folder.write(Array(lines.joined()), to: "001.jsonl")
      case .missing: try folder.remove("002.jsonl")
      case .missingSums: try folder.remove("SHA256SUMS")
      case .missingManifest: try folder.remove("manifest.json")
      case .missingStatement: try folder.remove("statement.json")
      case .changedTitle: try folder.replace("all that can be", "all that may be", in: "001.jsonl")
      case .changedLastLine:
        try folder.replace(#""complete":true"#, #""complete":null"#, in: "001.jsonl")
      case .changedManifest: try folder.replace(#""seed":"1""#, #""seed":"2""#, in: "manifest.json")
      case .changedStatement: try folder.replace("WARNED", "PASSED", in: "statement.json")
      case .changedSum:
        let sum = try #require(try folder.sums()["002.jsonl"])
        try folder.replace(sum, String(sum.reversed()), in: "SHA256SUMS")
      case .extraFile: try folder.write([0x20], to: "notes.txt")
      case .extraScenario: try folder.write(first, to: "003.jsonl")
      case .link:
        let elsewhere = folder.path + ".elsewhere"
        try FileManager.default.moveItem(atPath: folder.path + "/001.jsonl", toPath: elsewhere)
        try FileManager.default.createSymbolicLink(
          atPath: folder.path + "/001.jsonl", withDestinationPath: elsewhere)
      case .hugeLine:
        try folder.write([UInt8](repeating: 0x20, count: 17 << 20) + [0x0A], to: "003.jsonl")
        try folder.write(
          folder.bytes("SHA256SUMS")
            + Array("\(String(repeating: "0", count: 64))  003.jsonl\n".utf8),
          to: "SHA256SUMS")
      }
    }

    var status: Int32 {
      switch self {
      case .tornLine: 10
      case .lineTakenOut, .lineDoubled: 11
      case .missing, .missingSums, .missingManifest, .missingStatement: 12
      default: 13
      }
    }

    var words: String {
      switch status {
      case 10: "torn tail"
      case 11: "broken chain"
      case 12: "missing file"
      default: "changed"
      }
    }
  }
}
