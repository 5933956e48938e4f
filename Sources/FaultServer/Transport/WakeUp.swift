// Owns: a flag that a thread can wait for together with a socket. Once set it stays set.

import CSockets
import SystemLibrary

final class WakeUp: Sendable {
  /// Readable once the flag is set.
  let descriptor: Int32
  private let writeEnd: Int32

  init() throws(FaultServerError) {
    var ends: [Int32] = [-1, -1]
    guard csockets_pipe(&ends) == 0 else { throw .noDescriptors(errno: errno) }
    (descriptor, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    systemClose(descriptor)
    systemClose(writeEnd)
  }

  func set() {
    var byte: UInt8 = 1
    // A pipe takes 64 KiB; a flag is never set that often.
    _ = write(writeEnd, &byte, 1)
  }

  /// Takes the flag back, for the one thread that waits for it.
  func clear() {
    var byte: UInt8 = 0
    _ = read(descriptor, &byte, 1)
  }
}
