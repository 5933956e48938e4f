// Owns: the file operations that evidence and reports are made of, each one step that a kill can
// come before or after. Tests stop after any of them.
// Does not own: how a system does them (SystemFiles).

package protocol FileAccess: Sendable {
  /// Opens for writing, and empties or creates the file as `manner` says.
  func open(_ path: String, _ manner: OpenManner) throws(FileError) -> OpenFile
  /// Appends the bytes in one call where the system takes them at once.
  func write(_ bytes: [UInt8], to file: OpenFile) throws(FileError)
  /// Returns when the file's bytes are durable.
  func sync(_ file: OpenFile) throws(FileError)
  func close(_ file: OpenFile)
  /// Makes renames and new names within the folder durable.
  func syncFolder(_ path: String) throws(FileError)
  func rename(_ path: String, to target: String) throws(FileError)
  /// Swaps what two paths name, in one step; `false` where the file system cannot.
  func exchange(_ first: String, _ second: String) throws(FileError) -> Bool
  /// Makes one folder, whose parent exists.
  func makeFolder(_ path: String) throws(FileError)
  func removeFile(_ path: String) throws(FileError)
  func removeEmptyFolder(_ path: String) throws(FileError)
  /// Keeps other runs off the folder until `close`. `nil` where another run has it.
  func lockFolder(_ path: String) throws(FileError) -> OpenFile?
  /// What the path names; links are followed where `followingLinks` is set.
  func kind(of path: String, followingLinks: Bool) throws(FileError) -> FileKind
  func entries(of folder: String) throws(FileError) -> [String]
  func read(_ path: String) throws(FileError) -> [UInt8]
  /// The path that a link names in the end.
  func resolved(_ path: String) throws(FileError) -> String
}

package enum OpenManner: Sendable {
  /// Creates the file or empties it.
  case replace
  /// Creates the file, which must not be there; every write goes to its end.
  case appendNew
}

package enum FileKind: Sendable, Hashable {
  case absent
  case file
  case folder
  case link
  case other
}

package struct OpenFile: Sendable, Hashable {
  package let number: Int32
  package let path: String

  package init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }
}

/// An operation on a file that failed. The path is as the user wrote it or below it.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Cause: Sendable, Hashable {
    case diskFull
    case notAllowed
    case readOnly
    case absent
    case alreadyThere
    case notAFolder
    case isAFolder
    case notEmpty
    case busy
    case otherFileSystem
    /// The system's own sentence.
    case other(String)
  }

  package let path: String
  package let cause: Cause

  package init(path: String, cause: Cause) {
    self.path = path
    self.cause = cause
  }

  package var description: String { "\(path): \(reason)." }

  /// A clause without full stop.
  package var reason: String {
    switch cause {
    case .diskFull: "the disk is full"
    case .notAllowed: "writing there is not allowed"
    case .readOnly: "the file system is read-only"
    case .absent: "there is no such file"
    case .alreadyThere: "it is there already"
    case .notAFolder: "a file stands where a folder is needed"
    case .isAFolder: "a folder stands where a file is needed"
    case .notEmpty: "the folder is not empty"
    case .busy: "it is in use"
    case .otherFileSystem: "it is on another file system"
    case .other(let reason): reason
    }
  }
}
