// Owns: writing files that are not there yet, all or none. Does not own: their contents.

import Foundation

struct NewFile {
  let name: String
  let bytes: [UInt8]

  /// - Throws: `UsageError` where one of the files is there already, or one cannot be written; then
  ///   none of them is left behind.
  static func write(_ files: [NewFile], to folder: String) throws(UsageError) {
    for file in files where FileManager.default.fileExists(atPath: "\(folder)/\(file.name)") {
      throw .taken(file.name)
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw UsageError("\(folder): the folder cannot be made; one that can be written to is wanted")
    }
    var written: [String] = []
    for file in files {
      let path = "\(folder)/\(file.name)"
      do {
        try Data(file.bytes).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
        written.append(path)
      } catch {
        for path in written { unlink(path) }
        if case CocoaError.fileWriteFileExists = error { throw .taken(file.name) }
        throw UsageError("\(file.name): the file cannot be written in this folder")
      }
    }
  }
}

extension UsageError {
  fileprivate static func taken(_ name: String) -> UsageError {
    UsageError("\(name) is there already, and nothing is replaced; another folder is wanted")
  }
}
