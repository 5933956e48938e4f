// Owns: replacing a file so that at every instant the path names the old bytes or the new ones.

package enum AtomicFile {
  /// Returns when the new bytes are durable under `path`.
  ///
  /// One writer per path: the new bytes are prepared beside it under one fixed name, so that a
  /// killed run leaves at most one such file, which the next one takes over.
  package static func replace(
    _ path: String, with bytes: [UInt8], _ files: some FileAccess
  ) throws(FileError) {
    let place = FilePath(path)
    let prepared = place.sibling(".\(place.name).new")
    let file = try files.open(prepared, .replace)
    do throws(FileError) {
      try files.write(bytes, to: file)
      try files.sync(file)
      files.close(file)
    } catch {
      files.close(file)
      // The half-written file is of no use; that it cannot be removed either changes nothing.
      do { try files.removeFile(prepared) } catch {
        throw FileError(path: path, cause: error.cause)
      }
      throw FileError(path: path, cause: error.cause)
    }
    try files.rename(prepared, to: path)
    try files.syncFolder(place.folder)
  }
}

/// A path taken apart; no links are followed, nothing is normalised but slashes at the end.
package struct FilePath: Sendable {
  package let text: String

  package init(_ text: String) {
    var text = text[...]
    while text.count > 1, text.hasSuffix("/") { text.removeLast() }
    self.text = String(text)
  }

  package var name: String { String(text.split(separator: "/").last ?? "") }

  /// The folder that contains it; `.` where the path names none.
  package var folder: String {
    guard let slash = text.lastIndex(of: "/") else { return "." }
    return slash == text.startIndex ? "/" : String(text[..<slash])
  }

  package func sibling(_ name: String) -> String { Self.join(folder, name) }

  package func child(_ name: String) -> String { Self.join(text, name) }

  private static func join(_ folder: String, _ name: String) -> String {
    switch folder {
    case ".": name
    case "/": "/" + name
    default: folder + "/" + name
    }
  }
}
