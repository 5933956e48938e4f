// Owns: whole lines to stdout and stderr.

import Synchronization
import SystemLibrary

package final class Output: Sendable {
  package static let standard = Output(STDOUT_FILENO)
  package static let error = Output(STDERR_FILENO)

  /// Guarded, so that lines are never interleaved.
  private let descriptor: Mutex<Int32>

  private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// - Returns: False where it can no longer be read.
  @discardableResult
  package func put(_ bytes: [UInt8]) -> Bool {
    descriptor.withLock { descriptor in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { writeOnce(descriptor, $0) }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  @discardableResult
  package func put(_ text: String) -> Bool { put(Array(text.utf8)) }

  private func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    while true {
      let count = systemWrite(descriptor, bytes.baseAddress, bytes.count)
      guard count < 0, errno == EINTR else { return count }
    }
  }
}
