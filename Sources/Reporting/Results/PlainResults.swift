// Owns: a results folder whose files are all known when it is made, placed whole.

import Evidence

package enum PlainResults {
  /// Replaces the folder; only one that a run wrote, or an empty one, is replaced.
  ///
  /// - Returns: The files' paths, in their order.
  package static func write(
    _ contents: [(name: String, bytes: [UInt8])], to folder: String, runName: String,
    catalog: ReportCatalog = .standard, _ files: some FileAccess = SystemFiles()
  ) throws(ReportError) -> [String] {
    let owned = try OwnedFolder.replace(
      folder, runName: runName,
      ResultsLayout(catalog, firstNames: contents.map(\.name)), files,
      first: { (folder: String) throws(ReportError) in
        for content in contents {
          do throws(FileError) {
            try AtomicFile.replace(FilePath(folder).child(content.name), with: content.bytes, files)
          } catch {
            throw .unwritable(error)
          }
        }
      }, rest: { (_: String) throws(ReportError) in })
    files.close(owned.lock)
    return contents.map { FilePath(owned.path).child($0.name) }
  }
}
