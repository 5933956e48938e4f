// Owns: the run's temporary folder, in which every scenario's client has its home.

import ClientDriving
import Foundation

struct RunFolder {
  let path: String

  /// A new empty folder that only this user can enter.
  ///
  /// - Throws: `UsageError` where the system's temporary folder cannot be written to.
  static func make() throws(UsageError) -> RunFolder {
    let wanted = FileManager.default.temporaryDirectory.path
    guard getenv("TMPDIR").map({ String(validatingCString: $0) != nil }) ?? true else {
      throw UsageError(
        "TMPDIR has a byte that is no UTF-8 in its path; set it to a folder with another name, or "
          + "to a link to it")
    }
    // A client's environment, the guard's lines and messages carry this path.
    guard wanted.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw UsageError(
        "TMPDIR has a line break or another control character in its path; set it to a folder "
          + "without")
    }
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    var template = Array((base + "/acceptance-XXXXXX").utf8CString)
    guard
      template.withUnsafeMutableBufferPointer({ buffer in
        buffer.baseAddress.flatMap { mkdtemp($0) } != nil
      })
    else {
      throw UsageError(
        "no folder can be made in the temporary folder; set TMPDIR to one that can be written to")
    }
    return RunFolder(
      path: String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// - Returns: What is left of it; `nil` where nothing is.
  @discardableResult
  func remove() -> FolderRemoval.Remains? { FolderRemoval.remove(path) }
}
