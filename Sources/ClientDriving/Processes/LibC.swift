// Owns: libc under the names that this module uses, the same on every platform.

import SystemLibrary

/// What the system says of an error number.
func systemMessage(_ number: Int32) -> String {
  strerror(number).map { String(cString: $0) } ?? "error \(number)"
}

enum LibC {
  /// The error number of the last failed call of this thread.
  static var lastError: Int32 { errno }

  static let wouldBlock = EAGAIN
  static let noMemory = ENOMEM
  static let noEntry = ENOENT
  static let noAccess = EACCES
  static let badFormat = ENOEXEC
  static let kill = SIGKILL
  static let terminate = SIGTERM
  static let stop = SIGSTOP
  static let `continue` = SIGCONT
  static let interrupt = SIGINT
  static let hangUp = SIGHUP
  /// A terminal's Ctrl-Z.
  static let terminalStop = SIGTSTP

  static var processID: Int32 { getpid() }
  static var sessionID: Int32 { getsid(0) }
  static var parentID: Int32 { getppid() }
  static var userID: UInt32 { getuid() }

  /// Blocks this thread for that time, or less where a signal comes.
  static func sleep(_ time: Duration) { _ = poll(nil, 0, time.pollMilliseconds) }

  /// Blocks this thread until there is something to read, or the other end is gone; `false` once
  /// `limit` has passed.
  static func isReadable(_ descriptor: Int32, within limit: Duration) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, limit.pollMilliseconds) > 0
  }

  static func closeDescriptor(_ descriptor: Int32) {
    // Retrying after EINTR could close a descriptor that another thread has just been given.
    _ = close(descriptor)
  }

  /// At most `limit` bytes; empty at the end of the file; `nil` with `lastError` otherwise.
  static func readBytes(_ descriptor: Int32, limit: Int) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var result: Int
      repeat {
        result = read(descriptor, buffer.baseAddress, limit)
      } while result < 0
        && errno == EINTR
      failed = result < 0
      count = max(result, 0)
    }
    return failed ? nil : bytes
  }

  /// The first place of `byte` at `begin` or after it. By memchr, because clients may write a lot
  /// and a debug build of a loop over bytes takes a hundred times as long.
  static func index(of byte: UInt8, in bytes: [UInt8], from begin: Int) -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard begin < buffer.count, let base = buffer.baseAddress,
        let found = memchr(base + begin, Int32(byte), buffer.count - begin)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// The whole group of a child that has not been reaped; its number can belong to no other
  /// process.
  static func signalGroup(_ group: Int32, _ signal: Int32) { systemKill(-group, signal) }

  static func signalProcess(_ process: Int32, _ signal: Int32) {
    systemKill(process, signal)
  }

  static func ignoreSignal(_ number: Int32) { _ = signal(number, SIG_IGN) }

  /// A regular file, as the system sees it after following links; `nil` where there is none.
  static func fileKind(_ path: String) -> FileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: access(path, X_OK) == 0 ? .program : .plainFile
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// Without links and repeated slashes; as it is where there is no such file.
  static func resolvedPath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func makeFolder(_ path: String) -> Bool { mkdir(path, 0o700) == 0 || errno == EEXIST }

  enum FileKind: Equatable {
    case program
    case plainFile
    case folder
    case other
  }
}
