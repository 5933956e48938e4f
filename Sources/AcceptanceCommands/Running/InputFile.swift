// Owns: reading a file that the user named, whatever kind of file it is: pipes and devices too.

import Foundation

enum InputFileError: Error, CustomStringConvertible {
  case absent
  case folder
  case tooLarge(limit: Int)
  case system(Int32)

  var description: String {
    switch self {
    case .absent: "there is no such file"
    case .folder: "this is a folder"
    case .tooLarge(let limit): "the file has more than \(limit >> 20) MiB"
    case .system(let number): "the file cannot be read (\(String(cString: strerror(number))))"
    }
  }
}

enum InputFile {
  /// Reads to the end: a pipe has no size, and a file may have been cut since it was opened.
  static func read(_ path: String, byteLimit: Int) throws(InputFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw errno == ENOENT ? .absent : .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw .folder }
      if status.st_mode & S_IFMT == S_IFREG, status.st_size > byteLimit {
        throw .tooLarge(limit: byteLimit)
      }
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= byteLimit else { throw .tooLarge(limit: byteLimit) }
    }
  }
}
