// Owns: putting a durable image in the place of a home's contents.

import AcceptanceRunner
import ClientDriving
import Foundation

package enum DurableHome {
  package enum Failure: Error {
    case noLog
  }

  /// Every process of the client must be gone.
  package static func replace(_ folders: ScenarioFolders, by kind: DurableImageKind) throws {
    let log = CallTracing.folder(in: folders)
    guard let data = FileManager.default.contents(atPath: log + "/log") else {
      throw Failure.noLog
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    let image = DurableState(lines).image(kind, present: try names(in: folders.home))
    try empty(folders.home)
    for entry in image { try write(entry, contentsIn: log, to: folders.home) }
    // What was only temporary is not there after a restart.
    if FileManager.default.fileExists(atPath: folders.temporary) { try empty(folders.temporary) }
  }

  /// The folder itself stays: the runner watches that it is not removed.
  private static func empty(_ folder: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  private static func write(
    _ entry: ImageEntry, contentsIn log: String, to home: String
  ) throws {
    guard let name = entry.path.removingPercentEncoding else { return }
    let path = "\(home)/\(name)"
    let files = FileManager.default
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: NSNumber(value: entry.mode)]
    switch entry.kind {
    case .folder:
      try files.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: attributes)
    case .file(let contents, let length):
      try files.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      var data = contents.flatMap { files.contents(atPath: "\(log)/\($0)") } ?? Data()
      if let length, length < data.count { data = data.prefix(Int(length)) }
      try data.write(to: URL(fileURLWithPath: path))
      try files.setAttributes(attributes, ofItemAtPath: path)
    }
  }

  private static func names(
    in home: String
  ) throws -> [(path: String, inode: UInt64, isFolder: Bool, mode: UInt32)] {
    let files = FileManager.default
    return try files.subpathsOfDirectory(atPath: home).compactMap { path in
      let attributes = try files.attributesOfItem(atPath: "\(home)/\(path)")
      let type = attributes[.type] as? FileAttributeType
      guard type == .typeDirectory || type == .typeRegular else { return nil }
      let inode = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
      let mode = (attributes[.posixPermissions] as? NSNumber)?.uint32Value ?? 0o644
      return (encoded(path), inode, type == .typeDirectory, mode)
    }
  }

  /// As the tracer writes paths.
  static func encoded(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      if byte <= 0x20 || byte == UInt8(ascii: "%") || byte >= 0x7F {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      } else {
        text.unicodeScalars.append(UnicodeScalar(byte))
      }
    }
  }
}
