// Owns: replacing a results folder whole, at the start of a run, without ever deleting what is not
// ours. Does not own: what goes into it (ReportSession).

import Evidence

/// A folder that this run has taken possession of.
package struct OwnedFolder: Sendable {
  /// Stands in every folder that a run wrote; only such folders, and empty ones, are replaced.
  package static let marker = EvidenceFolder.markerName

  /// Where the folder is, links followed.
  package let path: String
  /// Held until the run ends, so that no second run writes here.
  let lock: OpenFile

  /// What is put into the new folder, by path of that folder.
  typealias Filling = (String) throws(ReportError) -> Void

  /// Puts a new folder in the place of the old one.
  ///
  /// - Parameters:
  ///   - runName: Tells this run's staging folder from another's.
  ///   - layout: What an earlier run may have put into the old folder.
  ///   - first: Writes the report that must be there at every instant.
  ///   - rest: Writes everything else.
  static func replace(
    _ requested: String, runName: String, _ layout: ResultsLayout, _ files: some FileAccess,
    first: @escaping Filling, rest: @escaping Filling
  ) throws(ReportError) -> OwnedFolder {
    let place = FilePath(try resolve(FilePath(requested).text, files))
    let swap = AtomicDirectoryReplacement(
      place: place, runName: runName, files: files, layout: layout, first: first, rest: rest)
    // Another run may come in between looking and placing; it is then found when looking again.
    for _ in 1...3 {
      if let folder = try swap.attempt() { return folder }
    }
    throw .inUse(path: requested)
  }

  private static func resolve(
    _ path: String, _ files: some FileAccess
  ) throws(ReportError) -> String {
    do throws(FileError) {
      try FolderTree.makeParents(of: path, files)
      guard try files.kind(of: path, followingLinks: false) == .link else { return path }
      guard try files.kind(of: path, followingLinks: true) != .absent else {
        throw FileError(path: path, cause: .absent)
      }
      return try files.resolved(path)
    } catch {
      throw error.cause == .absent ? .danglingLink(path: path) : .unwritable(error)
    }
  }
}

/// Folders and what is below them.
enum FolderTree {
  /// Makes a path's parent folders.
  static func makeParents(of path: String, _ files: some FileAccess) throws(FileError) {
    let folder = FilePath(path).folder
    switch try files.kind(of: folder, followingLinks: true) {
    case .folder: return
    case .file, .link, .other: throw FileError(path: folder, cause: .notAFolder)
    case .absent:
      guard folder != path else { throw FileError(path: path, cause: .absent) }
      try makeParents(of: folder, files)
      do throws(FileError) {
        try files.makeFolder(folder)
      } catch {
        // Another process may have made it meanwhile.
        guard error.cause == .alreadyThere else { throw error }
      }
    }
  }

  /// Removes a folder and all below it; links are removed, never followed.
  static func remove(_ path: String, _ files: some FileAccess) throws(FileError) {
    try removeContents(of: path, except: [], files)
    try files.removeEmptyFolder(path)
  }

  static func removeContents(
    of path: String, except kept: Set<String>, _ files: some FileAccess
  ) throws(FileError) {
    for name in try files.entries(of: path) where !kept.contains(name) {
      let child = FilePath(path).child(name)
      if try files.kind(of: child, followingLinks: false) == .folder {
        try remove(child, files)
      } else {
        try files.removeFile(child)
      }
    }
  }
}
