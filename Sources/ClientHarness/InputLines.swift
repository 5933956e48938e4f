// Owns: stdin → lines. Does not own: what a line says (ContractCommand).

import ClientContract
import Dispatch
import SystemLibrary

enum InputLines {
  enum Line: Sendable {
    case whole([UInt8])
    /// Longer than a line of the contract may be; skipped to its end.
    case overlong
  }

  /// Reads on a thread of its own. The stream ends with stdin, or when the caller finishes the
  /// continuation; an unfinished last line is no command.
  static func standard() -> (lines: AsyncStream<Line>, end: AsyncStream<Line>.Continuation) {
    let (stream, continuation) = AsyncStream.makeStream(of: Line.self)
    DispatchQueue(label: "stdin").async {
      split(continuation)
      continuation.finish()
    }
    return (stream, continuation)
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
