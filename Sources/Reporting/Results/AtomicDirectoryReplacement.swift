// Owns: one attempt at putting a new folder in place of an old one, and the ways that are left
// where a file system or a mount point refuses.

import Evidence

struct AtomicDirectoryReplacement<Files: FileAccess> {
  let place: FilePath
  let runName: String
  let files: Files
  /// What the old folder may contain.
  let layout: ResultsLayout
  let first: OwnedFolder.Filling
  let rest: OwnedFolder.Filling

  private enum Placing {
    case placed
    /// The folder itself cannot be moved: it is a mount point.
    case immovable
    case otherRunCameFirst
  }

  /// `nil` where another run placed its folder at the same moment.
  func attempt() throws(ReportError) -> OwnedFolder? {
    let old = try lockOld()
    do throws(ReportError) {
      guard let staged = try stage(hasOld: old != nil) else { return try fillInPlace(old) }
      switch try put(staged, over: old) {
      case .placed:
        if let old { files.close(old) }
        return OwnedFolder(path: place.text, lock: staged)
      case .immovable:
        try discard(staged)
        return try fillInPlace(old)
      case .otherRunCameFirst:
        try discard(staged)
        return nil
      }
    } catch {
      if let old { files.close(old) }
      throw error
    }
  }

  /// The lock of the folder that is there; `nil` where there is none.
  private func lockOld() throws(ReportError) -> OpenFile? {
    switch try io({ () throws(FileError) in try files.kind(of: place.text, followingLinks: false) })
    {
    case .absent: return nil
    case .folder: break
    case .file, .link, .other: throw .unwritable(FileError(path: place.text, cause: .notAFolder))
    }
    let names = try io { () throws(FileError) in try files.entries(of: place.text) }
    guard names.isEmpty || names.contains(OwnedFolder.marker) else {
      throw .notOurs(path: place.text)
    }
    try refuseForeign(names, in: place)
    guard let lock = try io({ () throws(FileError) in try files.lockFolder(place.text) }) else {
      throw .inUse(path: place.text)
    }
    return lock
  }

  /// - Throws: `.foreignFile` for the first thing, here or in the evidence, that no run put there.
  private func refuseForeign(_ names: [String], in folder: FilePath) throws(ReportError) {
    for name in names {
      let path = folder.child(name)
      guard layout.isOwn(name) else { throw .foreignFile(path: path) }
      guard name == ResultsLayout.evidenceName else { continue }
      let entries = try io { () throws(FileError) in
        try files.kind(of: path, followingLinks: false) == .folder
          ? try files.entries(of: path) : []
      }
      try refuseForeign(entries, in: FilePath(path))
    }
  }

  // MARK: - Beside, then swapped

  private var stagedPrefix: String { ".\(place.name).acceptance-" }

  /// A new folder beside the old one, filled and locked; `nil` where nothing can be made there but
  /// the old folder may be writable itself.
  private func stage(hasOld: Bool) throws(ReportError) -> OpenFile? {
    let staged = place.sibling(stagedPrefix + runName)
    do throws(FileError) {
      try removeLeftovers()
      try files.makeFolder(staged)
    } catch {
      if hasOld, error.cause == .notAllowed || error.cause == .readOnly { return nil }
      throw .unwritable(FileError(path: place.text, cause: error.cause))
    }
    guard let lock = try io({ () throws(FileError) in try files.lockFolder(staged) }) else {
      throw .inUse(path: place.text)
    }
    do throws(ReportError) {
      try mark(staged)
      try first(staged)
      try rest(staged)
      try io { () throws(FileError) in try files.syncFolder(staged) }
      return lock
    } catch {
      try discard(lock)
      throw named(error, staged)
    }
  }

  /// The error with the path that the user knows instead of the staged one.
  private func named(_ error: ReportError, _ staged: String) -> ReportError {
    func named(_ error: FileError) -> FileError {
      guard error.path.hasPrefix(staged) else { return error }
      return FileError(
        path: place.text + error.path.dropFirst(staged.count), cause: error.cause)
    }
    switch error {
    case .unwritable(let error): return .unwritable(named(error))
    case .evidence(.file(let error)): return .evidence(.file(named(error)))
    case .notOurs, .foreignFile, .inUse, .danglingLink, .notSelected, .evidence: return error
    }
  }

  /// What killed runs left beside the folder. One that is locked belongs to a run that lives.
  private func removeLeftovers() throws(FileError) {
    for name in try files.entries(of: place.folder) where name.hasPrefix(stagedPrefix) {
      let path = place.sibling(name)
      guard try files.kind(of: path, followingLinks: false) == .folder,
        let lock = try files.lockFolder(path)
      else { continue }
      defer { files.close(lock) }
      try FolderTree.remove(path, files)
    }
  }

  private func put(_ staged: OpenFile, over old: OpenFile?) throws(ReportError) -> Placing {
    do throws(FileError) {
      guard old != nil else {
        try files.rename(staged.path, to: place.text)
        try files.syncFolder(place.folder)
        return .placed
      }
      if try !files.exchange(staged.path, place.text) {
        let retired = place.sibling(stagedPrefix + "old-" + runName)
        try files.rename(place.text, to: retired)
        try files.rename(staged.path, to: place.text)
        try files.rename(retired, to: staged.path)
      }
      try files.syncFolder(place.folder)
      // Now the old folder has the staged one's name.
      try FolderTree.remove(staged.path, files)
      return .placed
    } catch {
      switch error.cause {
      case .busy, .otherFileSystem: return .immovable
      case .notEmpty, .alreadyThere: return .otherRunCameFirst
      default: throw .unwritable(FileError(path: place.text, cause: error.cause))
      }
    }
  }

  private func discard(_ staged: OpenFile) throws(ReportError) {
    defer { files.close(staged) }
    try io { () throws(FileError) in try FolderTree.remove(staged.path, files) }
  }

  // MARK: - In place

  /// The report first, by an atomic replacement; only then what is left of the earlier run goes.
  private func fillInPlace(_ old: OpenFile?) throws(ReportError) -> OwnedFolder {
    guard let old else { throw .unwritable(FileError(path: place.text, cause: .notAllowed)) }
    try mark(place.text)
    let before = Set(try io { () throws(FileError) in try files.entries(of: place.text) })
    try first(place.text)
    let after = Set(try io { () throws(FileError) in try files.entries(of: place.text) })
    let kept = after.subtracting(before).union(layout.firstNames).union([OwnedFolder.marker])
    try io { () throws(FileError) in
      try FolderTree.removeContents(of: place.text, except: kept, files)
    }
    try rest(place.text)
    return OwnedFolder(path: place.text, lock: old)
  }

  private func mark(_ folder: String) throws(ReportError) {
    let text = "This folder was written by acceptance; its next run replaces it whole.\n"
    try io { () throws(FileError) in
      let path = FilePath(folder).child(OwnedFolder.marker)
      try AtomicFile.replace(path, with: Array(text.utf8), files)
    }
  }

  private func io<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(ReportError) -> Result {
    do throws(FileError) { return try body() } catch { throw .unwritable(error) }
  }
}

/// The names in a results folder.
package struct ResultsLayout: Sendable {
  package static let evidenceName = "evidence"

  /// What some run puts into a folder of results or of evidence.
  private static let alwaysOwn: Set<String> = [
    OwnedFolder.marker, evidenceName, "score.html", "score.json", "crash.html", "crash.json",
    "found.json", EvidenceFolder.manifestName, EvidenceFolder.sumsName, EvidenceStatement.fileName,
  ]

  /// What desktops put into every folder that is looked at.
  private static let worthless: Set<String> = [".DS_Store", "Thumbs.db", "desktop.ini"]

  private let ownNames: Set<String>
  /// Of the files that are there at every instant of a run.
  let firstNames: Set<String>

  /// - Parameter firstNames: Of the files that are written before all others.
  init(_ catalog: ReportCatalog, firstNames: [String] = []) {
    ownNames = Self.alwaysOwn.union(catalog.fileNames)
    self.firstNames = Set(firstNames)
  }

  /// Whether a run may have written it, or whether it is of no use to anybody.
  func isOwn(_ name: String) -> Bool {
    if ownNames.contains(name) || Self.worthless.contains(name) { return true }
    // What a killed run had prepared.
    if name.hasPrefix("."), name.hasSuffix(".new") {
      return isOwn(String(name.dropFirst().dropLast(4)))
    }
    return name.hasSuffix(".jsonl") && name.dropLast(6).allSatisfy(\.isNumber)
  }
}
