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
    var flaws: [EvidenceFlaw] = []
    var lineCount = 0
    var sums = ""
    for name in stored.scenarioFiles {
      let check = EvidenceFileCheck(name: name, bytes: try stored.bytes(of: name))
      lineCount += check.lines.count
      sums += "\(check.digest)  \(name)\n"
      if let flaw = check.flaw {
        flaws.append(flaw)
      } else if let sum = stored.sums?[name], sum != check.digest {
        flaws.append(.changedFile(name))
      } else if let sums = stored.sums, sums[name] == nil {
        flaws.append(.unknownFile(name))
      }
    }
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

/// The files of an evidence folder by name.
struct StoredFolder<Files: FileAccess> {
  let path: String
  let scenarioFiles: [String]
  /// From `SHA256SUMS`; `nil` where a run ended before it was written.
  let sums: [String: String]?
  let manifest: JSONValue?
  private let files: Files

  init(_ path: String, _ files: Files) throws(EvidenceError) {
    self.files = files
    do throws(FileError) {
      var names = try files.entries(of: path)
      var folder = path
      if !names.contains(EvidenceFolder.manifestName), names.contains("evidence") {
        folder = FilePath(path).child("evidence")
        names = try files.entries(of: folder)
      }
      self.path = folder
      scenarioFiles = names.filter { Self.ordinal(of: $0) != nil }
        .sorted { (Self.ordinal(of: $0) ?? 0) < (Self.ordinal(of: $1) ?? 0) }
      guard names.contains(EvidenceFolder.manifestName) || !scenarioFiles.isEmpty else {
        throw FileError(path: path, cause: .other("found no evidence in this folder"))
      }
      let read: (String) throws(FileError) -> [UInt8]? = { name throws(FileError) in
        names.contains(name) ? try files.read(FilePath(folder).child(name)) : nil
      }
      sums = try read(EvidenceFolder.sumsName).map(Self.parsedSums)
      manifest = try read(EvidenceFolder.manifestName).flatMap(Self.parsed)
    } catch {
      throw .file(error)
    }
  }

  func bytes(of name: String) throws(EvidenceError) -> [UInt8] {
    do throws(FileError) {
      return try files.read(FilePath(path).child(name))
    } catch {
      throw .file(error)
    }
  }

  /// Missing files, a changed manifest, a run that ended early.
  ///
  /// - Parameter head: Of all files, where each of them is as it was; else `nil`.
  func flawsOfTheWhole(head: String?) throws(EvidenceError) -> [EvidenceFlaw] {
    let present = Set(scenarioFiles + (manifest == nil ? [] : [EvidenceFolder.manifestName]))
    let named = Set(sums?.keys.map { $0 } ?? []).union([EvidenceFolder.manifestName])
    var flaws = named.subtracting(present).sorted().map(EvidenceFlaw.missingFile)
    guard let manifest else { return flaws }
    let digest = EvidenceChain.digest(of: try bytes(of: EvidenceFolder.manifestName))
    if let sum = sums?[EvidenceFolder.manifestName], sum != digest {
      flaws.append(.changedFile(EvidenceFolder.manifestName))
    }
    let selected = manifest["scenarioCount"]?.intValue ?? 0
    guard manifest["complete"]?.boolValue == true, let sums else {
      if scenarioFiles.count < selected || sums == nil {
        flaws.append(.unfinished(ended: scenarioFiles.count, selected: selected))
      }
      return flaws
    }
    let isWhole = sums.keys.allSatisfy(present.contains)
    if isWhole, let head, manifest["head"]?.stringValue != head, flaws.isEmpty {
      flaws.append(.changedFile(EvidenceFolder.manifestName))
    }
    return flaws
  }

  /// `7` of `007.jsonl`.
  static func ordinal(of name: String) -> Int? {
    guard name.hasSuffix(".jsonl"), let number = Int(name.dropLast(6)), number > 0,
      EvidenceFolder.fileName(number) == name
    else { return nil }
    return number
  }

  private static func parsedSums(_ bytes: [UInt8]) -> [String: String] {
    var sums: [String: String] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      sums[parts[1].trimmingPrefix(while: { $0 == " " || $0 == "*" }).description] = String(
        parts[0])
    }
    return sums
  }

  private static func parsed(_ bytes: [UInt8]) -> JSONValue? {
    // A manifest that is no JSON counts as missing; its sum tells the rest.
    do { return try JSONParser.parse(bytes).value } catch { return nil }
  }
}
