// Owns: the files of an evidence folder by name, and what is wrong with them as a whole.
// Does not own: the lines of one file (EvidenceFileCheck).
//
// Files come in this order: the first manifest, which names none; scenario after scenario; the sums
// over all files as they will be; the statement; the last manifest. So whatever the first manifest
// stands beside was left by a run that ended early.

import AcceptanceModel
import StrictJSON

struct StoredFolder<Files: FileAccess> {
  let path: String
  let scenarioFiles: [String]
  /// From `SHA256SUMS`; `nil` where a run ended before it was written.
  let sums: EvidenceSums?
  let manifest: StoredManifest?
  /// Of the manifest and the statement, as far as they are there.
  private let digests: [String: String]
  /// Names of what is no file, or of what no run writes.
  private let strange: [EvidenceFlaw]
  private let strangeNames: [String]
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
      let present = try Self.sorted(names, in: folder, files)
      scenarioFiles = present.regular.filter { Self.ordinal(of: $0) != nil }
        .sorted { (Self.ordinal(of: $0) ?? 0) < (Self.ordinal(of: $1) ?? 0) }
      guard present.regular.contains(EvidenceFolder.manifestName) || !scenarioFiles.isEmpty else {
        throw FileError(path: folder, cause: .other(EvidenceError.nothingThere))
      }
      let read: (String) throws(FileError) -> [UInt8]? = { name throws(FileError) in
        present.regular.contains(name) ? try files.read(FilePath(folder).child(name)) : nil
      }
      sums = try read(EvidenceFolder.sumsName).map(EvidenceSums.init)
      let manifestBytes = try read(EvidenceFolder.manifestName)
      manifest = manifestBytes.flatMap(StoredManifest.init)
      var digests: [String: String] = [:]
      digests[EvidenceFolder.manifestName] = manifestBytes.map(EvidenceChain.digest)
      digests[EvidenceStatement.fileName] = try read(EvidenceStatement.fileName)
        .map(EvidenceChain.digest)
      self.digests = digests
      let isOver = manifest?.isFirst == false
      strangeNames = present.others
      strange =
        (manifest?.otherVersion.map { [$0] } ?? []) + present.others.map(EvidenceFlaw.notAFile)
        + present.regular.filter { !Self.isOwn($0, isOver: isOver) }.map(EvidenceFlaw.unknownFile)
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

  /// What is wrong with a scenario's file, by its own lines and by what is written down of it.
  func flaw(of name: String, _ check: EvidenceFileCheck) -> EvidenceFlaw? {
    let known = [sums?.digests[name], manifest?.digests[name]].compactMap { $0 }
    switch check.flaw {
    case nil: return flaw(of: name, digest: check.digest)
    // A changed byte can make a line unreadable, or hide that it is the last one.
    case .unreadable where known.contains { $0 != check.digest }: return .changedFile(name)
    case .tornTail(_, let count) where count == manifest?.lineCounts[name]:
      return .changedFile(name)
    case let flaw: return flaw
    }
  }

  /// What the sums and the manifest say against a scenario's file that is whole in itself.
  private func flaw(of name: String, digest: String) -> EvidenceFlaw? {
    let bySums = sums?.digests[name]
    let byManifest = manifest?.digests[name]
    switch (bySums, byManifest) {
    case (nil, nil): return sums == nil && manifest?.isFirst != false ? nil : .unknownFile(name)
    // Two agree against one.
    case (let sum?, digest?) where sum != digest: return .changedFile(EvidenceFolder.sumsName)
    default:
      return [bySums, byManifest].allSatisfy { $0 == nil || $0 == digest }
        ? nil : .changedFile(name)
    }
  }

  /// Missing and strange files, a changed manifest, a run that ended early.
  ///
  /// - Parameter head: Of all files, where each of them is as it was; else `nil`.
  func flawsOfTheWhole(head: String?) throws(EvidenceError) -> [EvidenceFlaw] {
    var flaws = strange
    if sums?.isWhole == false { flaws.append(.changedFile(EvidenceFolder.sumsName)) }
    // What is there as something else is reported once.
    let present = Set(scenarioFiles).union(digests.keys).union(strangeNames)
    var named = Set(manifest?.digests.keys.map { $0 } ?? [])
    guard let manifest, manifest.isFirst else {
      named.formUnion(sums?.digests.keys.map { $0 } ?? [])
      named.insert(EvidenceFolder.manifestName)
      let mayLackSums = manifest == nil && sums == nil && digests.isEmpty
      if sums == nil, !mayLackSums { named.insert(EvidenceFolder.sumsName) }
      flaws += named.subtracting(present).sorted().map(EvidenceFlaw.missingFile)
      return flaws + closingFlaws(head: head, isWhole: flaws.isEmpty)
    }
    // The sums are written before the last manifest, and the statement between them.
    let scenarios = sums?.digests.keys.filter { Self.ordinal(of: $0) != nil } ?? []
    flaws += Set(scenarios).subtracting(present).sorted().map(EvidenceFlaw.missingFile)
    return flaws
      + [.unfinished(ended: scenarioFiles.count, selected: manifest.scenarioCount)]
  }

  /// Against the last manifest.
  private func closingFlaws(head: String?, isWhole: Bool) -> [EvidenceFlaw] {
    var flaws: [EvidenceFlaw] = []
    for (name, digest) in digests.sorted(by: { $0.key < $1.key }) {
      if let sum = sums?.digests[name], sum != digest { flaws.append(.changedFile(name)) }
      if sums != nil, sums?.digests[name] == nil { flaws.append(.unknownFile(name)) }
    }
    guard let manifest else { return flaws }
    if isWhole, flaws.isEmpty, let head, manifest.head != head {
      flaws.append(.changedFile(EvidenceFolder.manifestName))
    }
    if !manifest.isComplete {
      flaws.append(.unfinished(ended: scenarioFiles.count, selected: manifest.scenarioCount))
    }
    return flaws
  }

  // MARK: - Names

  /// `7` of `007.jsonl`.
  static func ordinal(of name: String) -> Int? {
    guard name.hasSuffix(".jsonl"), let number = Int(name.dropLast(6)), number > 0,
      EvidenceFolder.fileName(number) == name
    else { return nil }
    return number
  }

  private static func sorted(
    _ names: [String], in folder: String, _ files: Files
  ) throws(FileError) -> (regular: [String], others: [String]) {
    var regular: [String] = []
    var others: [String] = []
    for name in names.sorted() {
      // A link may lead to something else tomorrow, and a pipe would be waited for.
      let kind = try files.kind(of: FilePath(folder).child(name), followingLinks: false)
      if kind == .file { regular.append(name) } else { others.append(name) }
    }
    return (regular, others)
  }

  /// - Parameter isOver: Whether the run has come to its end; before it, a file that is being
  ///   replaced may have its new bytes beside it.
  private static func isOwn(_ name: String, isOver: Bool) -> Bool {
    let replaced = [
      EvidenceFolder.manifestName, EvidenceFolder.sumsName, EvidenceStatement.fileName,
    ]
    return ordinal(of: name) != nil || replaced.contains(name) || name == EvidenceFolder.markerName
      || (!isOver && replaced.contains { ".\($0).new" == name })
  }
}

/// `SHA256SUMS`, as `sha256sum -c --strict` reads it.
struct EvidenceSums: Sendable {
  private(set) var digests: [String: String] = [:]
  /// Whether every line is one that was written: a digest, two spaces, a name, once.
  private(set) var isWhole = true

  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      guard let match = line.wholeMatch(of: /([0-9a-f]{64})  ([0-9A-Za-z.]+)/),
        digests.updateValue(String(match.1), forKey: String(match.2)) == nil
      else {
        isWhole = false
        continue
      }
    }
    if !text.hasSuffix("\n") || text.contains("\n\n") { isWhole = false }
  }
}

struct StoredManifest: Sendable {
  let value: JSONValue
  /// Of scenario files.
  let digests: [String: String]

  let lineCounts: [String: Int]

  /// `nil` where it is no JSON, or that of something else: then it counts as missing, and its sum
  /// shows the rest.
  init?(_ bytes: [UInt8]) {
    do { value = try JSONParser.parse(bytes).value } catch { return nil }
    guard value[FieldName.schema.text]?.stringValue == EvidenceChain.schema.text else { return nil }
    var digests: [String: String] = [:]
    var lineCounts: [String: Int] = [:]
    for file in value["files"]?.arrayValue ?? [] {
      guard let name = file["name"]?.stringValue else { continue }
      digests[name] = file["digest"]?.stringValue ?? ""
      lineCounts[name] = file["lines"]?.intValue
    }
    self.digests = digests
    self.lineCounts = lineCounts
  }

  /// Where it is of a version that this program cannot read.
  var otherVersion: EvidenceFlaw? {
    let version = value[FieldName.version.text]?.intValue
    guard let reason = EvidenceChain.whyUnreadable(version) else { return nil }
    return .unreadable(file: EvidenceFolder.manifestName, line: 1, reason: reason)
  }

  var isComplete: Bool { value["complete"]?.boolValue == true }
  var head: String? { value["head"]?.stringValue }
  var scenarioCount: Int { value["scenarioCount"]?.intValue ?? 0 }

  /// Whether it is the one that a run writes when it begins: it names no file.
  var isFirst: Bool { !isComplete && digests.isEmpty }
}
