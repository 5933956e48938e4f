import Evidence
import Foundation
import Testing

@Suite("Evidence of other versions")
struct VersionTests {
  @Test(
    "a newer one is told as such, in the file that is of it",
    arguments: ["manifest.json", "001.jsonl"])
  func newer(name: String) throws {
    // No sums yet, so nothing says that the file was changed.
    let folder = try EvidenceWorkshop(isFinished: false)
    try folder.replace(
      #""v":\#(EvidenceChain.version)"#, #""v":\#(EvidenceChain.version + 1)"#, in: name)
    let found = try EvidenceVerification.verify(folder.path)
    #expect(found.exitStatus == 14, "\(found.flaws)")
    #expect(
      found.flaws.contains {
        "\($0)" == "\(name), line 1: unreadable: found version 3 of the format; this program reads "
          + "versions 1 and 2."
      }, "\(found.flaws)")
  }

  @Test("lines of two versions in one file were not written so")
  func mixed() throws {
    let folder = try EvidenceWorkshop()
    let text = String(decoding: try folder.bytes("001.jsonl"), as: UTF8.self)
    let last = try #require(text.split(separator: "\n").last)
    let changed = last.replacing(#""v":2"#, with: #""v":1"#)
    try folder.write(Array(text.replacing(last, with: changed).utf8), to: "001.jsonl")
    #expect(try EvidenceVerification.verify(folder.path).exitStatus == 13)
  }
}
