// Owns: whether a folder of evidence is whole and is what was written.
// A chain and sums show accidents and careless changes. Who can write all files can make them agree
// again: only a head that is kept elsewhere shows that, so no result claims more.

import AcceptanceModel
import StrictJSON

package struct EvidenceVerification: Sendable {
  /// In order of file and line; empty where all is well.
  package let flaws: [EvidenceFlaw]
  package let fileCount: Int
  package let lineCount: Int
  /// The digest over all scenario files, to be held against the one in a report.
  package let head: String

  /// The gravest flaw's status, 0 without one.
  package var exitStatus: Int32 { flaws.map(\.exitStatus).max() ?? 0 }

  /// One sentence for a person.
  package var summary: String {
    flaws.isEmpty
      ? "complete: \(fileCount) files, \(lineCount) lines, head \(head)"
      : "\(flaws.count == 1 ? "1 flaw" : "\(flaws.count) flaws") in \(fileCount) files"
  }

  /// - Parameters:
  ///   - folder: An evidence folder, or a results folder with one in it.
  ///   - expectedHead: The head that a report names, where the user has one.
  package static func verify(
    _ folder: String, expectedHead: String? = nil, files: some FileAccess = SystemFiles()
  ) throws(EvidenceError) -> EvidenceVerification {
    let stored = try StoredFolder(folder, files)
    var count = VerificationCount()
    for name in stored.scenarioFiles {
      let check = EvidenceFileCheck(name: name, bytes: try stored.bytes(of: name))
      count.take(name, check, of: stored)
    }
    return try count.end(of: stored, expectedHead: expectedHead)
  }
}

/// A verification on its way, file by file: whoever reads the files anyhow reads them once.
struct VerificationCount {
  private var flaws: [EvidenceFlaw] = []
  private var lineCount = 0
  private var sums = ""

  /// In the order of the folder's scenario files, each once.
  mutating func take(
    _ name: String, _ check: EvidenceFileCheck, of stored: StoredFolder<some FileAccess>
  ) {
    lineCount += check.lines.count
    sums += "\(check.digest)  \(name)\n"
    if let flaw = stored.flaw(of: name, check) { flaws.append(flaw) }
  }

  func end(
    of stored: StoredFolder<some FileAccess>, expectedHead: String? = nil
  ) throws(EvidenceError) -> EvidenceVerification {
    var flaws = flaws
    let head = EvidenceChain.digest(of: Array(sums.utf8))
    // A file that is not as it was cannot give the manifest's head either.
    flaws += try stored.flawsOfTheWhole(head: flaws.isEmpty ? head : nil)
    if let expectedHead, expectedHead.lowercased() != head {
      flaws.append(.otherHead(expected: expectedHead))
    }
    return EvidenceVerification(
      flaws: flaws, fileCount: stored.scenarioFiles.count, lineCount: lineCount, head: head)
  }
}
