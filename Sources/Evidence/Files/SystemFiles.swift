// Owns: the file operations on this system.

import CFiles
import SystemLibrary

package struct SystemFiles: FileAccess {
  package init() {}

  package func open(_ path: String, _ manner: OpenManner) throws(FileError) -> OpenFile {
    let flags =
      switch manner {
      case .replace: O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
      case .appendNew: O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
      }
    let number = systemOpen(path, flags, 0o644)
    guard number >= 0 else { throw failure(path) }
    return OpenFile(number: number, path: path)
  }

  package func write(_ bytes: [UInt8], to file: OpenFile) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(file.number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(file.path) }
      rest = rest.dropFirst(count)
    }
  }

  package func sync(_ file: OpenFile) throws(FileError) {
    guard synchroniseToDrive(file.number) == 0 else { throw failure(file.path) }
  }

  package func close(_ file: OpenFile) {
    // A child that is just being started may hold a copy of the descriptor, and a lock lives as
    // long as the last copy: so it is given back, not only let go.
    _ = flock(file.number, LOCK_UN)
    _ = systemClose(file.number)
  }

  package func syncFolder(_ path: String) throws(FileError) {
    let number = systemOpen(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard number >= 0 else { throw failure(path) }
    defer { _ = systemClose(number) }
    // Some file systems sync no folders; they say so, and there is nothing more to do.
    if fsync(number) != 0, errno != EINVAL, errno != ENOTSUP { throw failure(path) }
  }

  package func rename(_ path: String, to target: String) throws(FileError) {
    guard systemRename(path, target) == 0 else { throw failure(target) }
  }

  package func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    if cfiles_exchange(first, second) == 0 { return true }
    let refusals: Set = [ENOSYS, EINVAL, ENOTSUP, EOPNOTSUPP, EBUSY, EXDEV, EPERM]
    guard refusals.contains(errno) else { throw failure(second) }
    return false
  }

  package func makeFolder(_ path: String) throws(FileError) {
    guard mkdir(path, 0o755) == 0 else { throw failure(path) }
  }

  package func removeFile(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw failure(path) }
  }

  package func removeEmptyFolder(_ path: String) throws(FileError) {
    guard rmdir(path) == 0 else { throw failure(path) }
  }

  package func lockFolder(_ path: String) throws(FileError) -> OpenFile? {
    let number = systemOpen(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard number >= 0 else { throw failure(path) }
    if flock(number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      _ = systemClose(number)
      return nil
    }
    // A file system without locks (some network ones) is used without.
    var locked = stat()
    var named = stat()
    guard fstat(number, &locked) == 0, stat(path, &named) == 0 else {
      let error = failure(path)
      _ = systemClose(number)
      throw error
    }
    guard locked.st_ino == named.st_ino, locked.st_dev == named.st_dev else {
      // Another run has put its own folder there since it was opened.
      _ = systemClose(number)
      return nil
    }
    return OpenFile(number: number, path: path)
  }

  package func kind(of path: String, followingLinks: Bool) throws(FileError) -> FileKind {
    var facts = stat()
    let status = followingLinks ? stat(path, &facts) : lstat(path, &facts)
    guard status == 0 else {
      if errno == ENOENT { return .absent }
      throw failure(path)
    }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  package func entries(of folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw failure(folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The evidence of 50,000 sends has about 50 MB.
  private static let readLimit = 256 << 20

  package func read(_ path: String) throws(FileError) -> [UInt8] {
    let number = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
    guard number >= 0 else { throw failure(path) }
    defer { _ = systemClose(number) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = systemRead(number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= Self.readLimit else {
        throw FileError(
          path: path,
          cause: .other(
            "it has more than \(Self.readLimit >> 20) MiB, which no file of a run has"))
      }
    }
  }

  package func resolved(_ path: String) throws(FileError) -> String {
    guard let text = realpath(path, nil) else { throw failure(path) }
    defer { free(text) }
    return String(cString: text)
  }

  private func failure(_ path: String) -> FileError {
    let code = errno
    let cause: FileError.Cause =
      switch code {
      case ENOSPC, EDQUOT: .diskFull
      case EACCES, EPERM: .notAllowed
      case EROFS: .readOnly
      case ENOENT: .absent
      case EEXIST: .alreadyThere
      case ENOTDIR: .notAFolder
      case EISDIR: .isAFolder
      case ENOTEMPTY: .notEmpty
      case EBUSY, ETXTBSY: .busy
      case EXDEV: .otherFileSystem
      default: .other("the system says: \(String(cString: strerror(code)))")
      }
    return FileError(path: path, cause: cause)
  }
}
