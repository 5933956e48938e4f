// Owns: the key under which a run's tokens are made, where a user gives one so that tokens of several
// runs can be compared. It is read once, and never written.

import Digests
import Foundation

enum RunKey {
  /// Half of what HMAC-SHA256 can use, twice what a guesser can try.
  static let byteCount = 32

  static let option = Option(
    name: "--run-key", form: .value("FILE"),
    summary: "make tokens with this key, so that equal texts of several runs have equal tokens")

  /// - Returns: A new random key where the user gives none.
  static func chosen(_ arguments: ParsedArguments) throws(UsageError) -> [UInt8] {
    guard let path = arguments.text(option.name) else { return RunPlan.randomBytes(byteCount) }
    return try key(in: try contents(of: path), path)
  }

  /// Known to everybody who knows the seed.
  static func reproducible(seed: UInt64) -> [UInt8] {
    Array(SHA256Digest.hash("acceptance --reproducible, seed \(seed)".utf8))
  }

  /// As 32 bytes, or as 64 hex digits with or without a line end.
  private static func key(in bytes: [UInt8], _ path: String) throws(UsageError) -> [UInt8] {
    var digits = bytes[...]
    while let last = digits.last, last == 0x0A || last == 0x0D { digits.removeLast() }
    if digits.count == 2 * byteCount {
      let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if values.count == digits.count {
        return try checked(
          stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) },
          path)
      }
    }
    guard bytes.count == byteCount else {
      throw UsageError(
        "--run-key \(path): found \(bytes.count) bytes; \(byteCount) bytes are wanted, or "
          + "\(2 * byteCount) hex digits, as `openssl rand -hex \(byteCount)` prints them")
    }
    return try checked(bytes, path)
  }

  /// A key that was typed instead of drawn lets anyone try texts until the token fits.
  private static func checked(_ key: [UInt8], _ path: String) throws(UsageError) -> [UInt8] {
    guard Set(key).count >= 16 else {
      throw UsageError(
        "--run-key \(path): the key is not random; `openssl rand -hex \(byteCount)` makes one")
    }
    return key
  }

  /// The bytes of a file that only its user can read; looked at and read through one descriptor, so
  /// that nothing can be put in its place in between.
  private static func contents(of path: String) throws(UsageError) -> [UInt8] {
    // Not to hang on a pipe.
    let file = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw UsageError("--run-key \(path): the file cannot be read") }
    defer { _ = Foundation.close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw UsageError("--run-key \(path): it is no file")
    }
    guard facts.st_uid == geteuid() || facts.st_uid == 0, facts.st_mode & 0o077 == 0 else {
      throw UsageError(
        "--run-key \(path): others can read or change it; chmod 600 makes it yours alone")
    }
    var bytes = [UInt8](repeating: 0, count: 4 * byteCount)
    let count = Foundation.read(file, &bytes, bytes.count)
    guard count >= 0 else { throw UsageError("--run-key \(path): the file cannot be read") }
    return Array(bytes.prefix(count))
  }
}
