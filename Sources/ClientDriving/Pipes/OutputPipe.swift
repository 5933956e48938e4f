// Owns: reading one of a child's output pipes until its end. Does not own: what the bytes mean.

import Dispatch
import Synchronization

/// Reads as bytes come, without a thread of its own. All handlers run on the session's queue.
final class OutputPipe: Sendable {
  /// Read at a turn; the queue's other work comes in between.
  private static let turnByteLimit = 1 << 20
  private static let readByteLimit = 64 << 10

  private let descriptor: Int32
  private let source: EventSource
  private let onBytes: @Sendable ([UInt8]) -> Void
  private let isClosed = Mutex(false)

  init(
    descriptor: Int32, queue: DispatchQueue, onBytes: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.descriptor = descriptor
    self.onBytes = onBytes
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    self.source = EventSource(source)
    source.setCancelHandler { LibC.closeDescriptor(descriptor) }
    source.setEventHandler { [weak self] in self?.readSome(limit: Self.turnByteLimit) }
    source.activate()
  }

  deinit { close() }

  /// Reads what is in the pipe now, on the session's queue. What a process wrote before its end is
  /// there in full, because the pipe holds it; what survivors go on writing must not keep this
  /// from ending, so a bound of bytes stands: sixteen times what a pipe can hold.
  func drain() { readSome(limit: Self.turnByteLimit) }

  func close() {
    let isFirst = isClosed.withLock { closed in
      defer { closed = true }
      return !closed
    }
    if isFirst { source.cancel() }
  }

  private func readSome(limit: Int) {
    var count = 0
    while count < limit, !isClosed.withLock({ $0 }) {
      guard let bytes = LibC.readBytes(descriptor, limit: Self.readByteLimit) else {
        if LibC.lastError != LibC.wouldBlock { close() }
        return
      }
      guard !bytes.isEmpty else { return close() }
      count += bytes.count
      onBytes(bytes)
    }
  }
}
