// Owns: reading one of a child's output pipes until its end. Does not own: what the bytes mean.

import Dispatch
import Synchronization

/// Reads as bytes come, without a thread of its own. All handlers run on the session's queue.
final class OutputPipe: Sendable {
  /// Read at a turn; the queue's other work comes in between.
  private static let turnByteLimit = 1 << 20
  private static let readByteLimit = 64 << 10

  private struct State {
    var isClosed = false
    var token: DescriptorLoop.Token?
  }

  private let descriptor: Int32
  private let queue: DispatchQueue
  private let loop: DescriptorLoop
  private let onBytes: @Sendable ([UInt8]) -> Void
  private let state = Mutex(State())

  init(
    descriptor: Int32, queue: DispatchQueue, loop: DescriptorLoop,
    onBytes: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.descriptor = descriptor
    self.queue = queue
    self.loop = loop
    self.onBytes = onBytes
    arm()
  }

  deinit { close() }

  /// Reads what is in the pipe now, on the session's queue. What a process wrote before its end is
  /// there in full, because the pipe holds it; what survivors continue to write must not keep this
  /// from ending, so the bytes are bounded: sixteen times what a pipe can hold.
  func drain() { readSome(limit: Self.turnByteLimit) }

  func close() {
    let isFirst = state.withLock { state in
      guard !state.isClosed else { return false }
      state.isClosed = true
      if let token = state.token { loop.disarm(token) }
      return true
    }
    guard isFirst else { return }
    // On the queue, where reads are made: none may meet another pipe of that number.
    queue.async { [descriptor] in LibC.closeDescriptor(descriptor) }
  }

  private func arm() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.token = loop.arm(descriptor, .readable) { [weak self] in
        guard let self else { return }
        queue.async { self.turn() }
      }
    }
  }

  private func turn() {
    readSome(limit: Self.turnByteLimit)
    arm()
  }

  private func readSome(limit: Int) {
    var count = 0
    while count < limit, !state.withLock({ $0.isClosed }) {
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
