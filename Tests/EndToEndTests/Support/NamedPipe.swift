// Owns: hearing from a process that a test did not start: it writes, the test awaits.

import Foundation

/// A FIFO that a client opens for writing: its first line says that it runs, its end of file that
/// the last process that held it is gone.
struct NamedPipe {
  let path: String

  init(path: String) throws {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EEXIST) }
  }

  /// Opens, reads the first line, then reads to the end in the background.
  func firstLine() async throws -> (line: String, end: Task<Void, Never>) {
    let lines = AsyncStream.makeStream(of: String.self)
    let path = path
    // A thread of its own: opening a FIFO blocks until its other side is opened.
    Thread.detachNewThread {
      var text = ""
      if let handle = FileHandle(forReadingAtPath: path) {
        // `availableData` is there with the first byte; `read(upToCount:)` waits for all of them.
        while case let data = handle.availableData, !data.isEmpty {
          text += String(decoding: data, as: UTF8.self)
          if let line = text.split(separator: "\n").first, text.contains("\n") {
            lines.continuation.yield(String(line))
          }
        }
      }
      lines.continuation.finish()
    }
    var iterator = lines.stream.makeAsyncIterator()
    let line = await iterator.next() ?? ""
    let rest = iterator
    return (
      line,
      Task {
        var rest = rest
        while await rest.next() != nil {}
      }
    )
  }
}
