// Owns: stdin → lines, ended early by SIGTERM.

import ClientContract
import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

enum InputLines {
  enum Line: Sendable {
    case whole([UInt8])
    /// Longer than a line of the contract may be; skipped to its end.
    case overlong
  }

  /// The stream ends with stdin or with the signal, whichever comes first; an unfinished last line
  /// is no command. Each of the two is awaited on a thread of its own, for the rest of the process.
  static func standard(until signals: Signals) -> AsyncStream<Line> {
    let (stream, continuation) = AsyncStream.makeStream(of: Line.self)
    DispatchQueue(label: "stdin").async {
      split(continuation)
      continuation.finish()
    }
    DispatchQueue(label: "signals").async {
      signals.awaitTermination()
      continuation.finish()
    }
    return stream
  }

  private static func split(_ continuation: AsyncStream<Line>.Continuation) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var line: [UInt8] = []
    var isOverlong = false
    while true {
      let count = chunk.withUnsafeMutableBytes { readOnce($0) }
      guard count > 0 else { return }
      for byte in chunk[..<count] {
        if byte == 0x0A {
          continuation.yield(isOverlong ? .overlong : .whole(line))
          line.removeAll(keepingCapacity: true)
          isOverlong = false
        } else if line.count < ContractLine.byteLimit {
          line.append(byte)
        } else {
          isOverlong = true
        }
      }
    }
  }

  private static func readOnce(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      guard count < 0, errno == EINTR else { return count }
    }
  }
}

/// The signals that this process handles by itself.
struct Signals: Sendable {
  /// Call before any other thread exists.
  static func takeOver() -> Signals {
    signal(SIGPIPE, SIG_IGN)
    var set = terminationSet
    pthread_sigmask(SIG_BLOCK, &set, nil)
    return Signals()
  }

  /// Blocks until SIGTERM comes.
  func awaitTermination() {
    var set = Self.terminationSet
    var received: Int32 = 0
    while sigwait(&set, &received) != 0 {}
  }

  private static var terminationSet: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    return set
  }
}
