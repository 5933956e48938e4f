// Owns: file access that stops, or refuses, where a test says so.

import Evidence
import Synchronization

/// Real files, until a number of changes have been made; then every change fails, as after a kill.
/// Syncing counts, but does not wait for the disk: no machine loses its power here.
final class StoppingFiles: FileAccess {
  private let system = SystemFiles()
  private let left: Mutex<Int>
  private let open = Mutex<Set<OpenFile>>([])

  init(after changeCount: Int = .max) { left = Mutex(changeCount) }

  var hasStopped: Bool { left.withLock { $0 < 0 } }

  /// What the kernel does for a killed process.
  func closeAll() {
    let files = open.withLock { files in
      defer { files = [] }
      return files
    }
    for file in files { system.close(file) }
  }

  private func keep(_ file: OpenFile) -> OpenFile {
    open.withLock { _ = $0.insert(file) }
    return file
  }

  private func change(_ path: String) throws(FileError) {
    let isOver = left.withLock { left in
      left -= 1
      return left < 0
    }
    if isOver { throw FileError(path: path, cause: .other("stopped")) }
  }

  func open(_ path: String, _ manner: OpenManner) throws(FileError) -> OpenFile {
    try change(path)
    return keep(try system.open(path, manner))
  }

  /// Where it stops, half of the bytes are there already.
  func write(_ bytes: [UInt8], to file: OpenFile) throws(FileError) {
    do throws(FileError) {
      try change(file.path)
    } catch {
      if left.withLock({ $0 == -1 }) {
        try system.write(Array(bytes.prefix(bytes.count / 2)), to: file)
      }
      throw error
    }
    try system.write(bytes, to: file)
  }

  func sync(_ file: OpenFile) throws(FileError) {
    try change(file.path)
  }

  func close(_ file: OpenFile) {
    if open.withLock({ $0.remove(file) }) != nil { system.close(file) }
  }

  func syncFolder(_ path: String) throws(FileError) {
    try change(path)
  }

  func rename(_ path: String, to target: String) throws(FileError) {
    try change(target)
    try system.rename(path, to: target)
  }

  func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    try change(second)
    return try system.exchange(first, second)
  }

  func makeFolder(_ path: String) throws(FileError) {
    try change(path)
    try system.makeFolder(path)
  }

  func removeFile(_ path: String) throws(FileError) {
    try change(path)
    try system.removeFile(path)
  }

  func removeEmptyFolder(_ path: String) throws(FileError) {
    try change(path)
    try system.removeEmptyFolder(path)
  }

  func lockFolder(_ path: String) throws(FileError) -> OpenFile? {
    try system.lockFolder(path).map(keep)
  }

  func kind(of path: String, followingLinks: Bool) throws(FileError) -> FileKind {
    try system.kind(of: path, followingLinks: followingLinks)
  }

  func entries(of folder: String) throws(FileError) -> [String] { try system.entries(of: folder) }

  func read(_ path: String) throws(FileError) -> [UInt8] { try system.read(path) }

  func resolved(_ path: String) throws(FileError) -> String { try system.resolved(path) }
}

/// Real files on a file system that cannot do everything.
struct RefusingFiles: FileAccess {
  enum Refusal: Sendable, Hashable {
    case exchange
    /// The folder of this path is a mount point.
    case moving(String)
    /// Nothing may be made beside this folder.
    case siblings(String)
    /// The disk is full.
    case writing
  }

  let refusals: Set<Refusal>
  private let system = SystemFiles()

  init(_ refusals: Set<Refusal>) { self.refusals = refusals }

  func open(_ path: String, _ manner: OpenManner) throws(FileError) -> OpenFile {
    try system.open(path, manner)
  }

  func write(_ bytes: [UInt8], to file: OpenFile) throws(FileError) {
    if refusals.contains(.writing) { throw FileError(path: file.path, cause: .diskFull) }
    try system.write(bytes, to: file)
  }

  func sync(_ file: OpenFile) throws(FileError) { try system.sync(file) }

  func close(_ file: OpenFile) { system.close(file) }

  func syncFolder(_ path: String) throws(FileError) { try system.syncFolder(path) }

  func rename(_ path: String, to target: String) throws(FileError) {
    if refusals.contains(.moving(path)) || refusals.contains(.moving(target)) {
      throw FileError(path: target, cause: .busy)
    }
    try system.rename(path, to: target)
  }

  func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    if refusals.contains(.exchange) { return false }
    return try system.exchange(first, second)
  }

  func makeFolder(_ path: String) throws(FileError) {
    for case .siblings(let folder) in refusals
    where FilePath(folder).folder == FilePath(path).folder {
      throw FileError(path: path, cause: .notAllowed)
    }
    try system.makeFolder(path)
  }

  func removeFile(_ path: String) throws(FileError) { try system.removeFile(path) }

  func removeEmptyFolder(_ path: String) throws(FileError) { try system.removeEmptyFolder(path) }

  func lockFolder(_ path: String) throws(FileError) -> OpenFile? { try system.lockFolder(path) }

  func kind(of path: String, followingLinks: Bool) throws(FileError) -> FileKind {
    try system.kind(of: path, followingLinks: followingLinks)
  }

  func entries(of folder: String) throws(FileError) -> [String] { try system.entries(of: folder) }

  func read(_ path: String) throws(FileError) -> [UInt8] { try system.read(path) }

  func resolved(_ path: String) throws(FileError) -> String { try system.resolved(path) }
}
