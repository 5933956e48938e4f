// Owns: writing to a child's stdin without ever blocking or raising SIGPIPE.

import CProcess
import Synchronization

/// Bytes that the pipe does not take yet (a stopped client, a full pipe) wait in memory, in order.
final class InputPipe: Sendable {
  private struct State {
    var pending: [UInt8] = []
    /// Bytes of `pending` that have been written already.
    var writtenCount = 0
    var token: DescriptorLoop.Token?
    var endsAfterPending = false
    var isClosed = false
  }

  private let descriptor: Int32
  private let loop: DescriptorLoop
  private let state = Mutex(State())

  init(descriptor: Int32, loop: DescriptorLoop) {
    self.descriptor = descriptor
    self.loop = loop
  }

  deinit { close() }

  func write(_ bytes: [UInt8]) {
    state.withLock { state in
      guard !state.isClosed, !state.endsAfterPending else { return }
      state.pending += bytes
      advance(&state)
    }
  }

  /// End of stdin, once everything written before has been taken.
  func end() {
    state.withLock { state in
      state.endsAfterPending = true
      advance(&state)
    }
  }

  /// At once; pending bytes are dropped.
  func close() { state.withLock { close(&$0) } }

  private func writeMore() {
    state.withLock { state in
      state.token = nil
      advance(&state)
    }
  }

  private func advance(_ state: inout State) {
    while !state.isClosed, state.writtenCount < state.pending.count {
      let result = state.pending[state.writtenCount...].withUnsafeBytes {
        acc_write(descriptor, $0.baseAddress, $0.count)
      }
      if result >= 0 {
        state.writtenCount += result
      } else if LibC.lastError == LibC.wouldBlock {
        return arm(&state)
      } else {
        // There is no reader any more. The command stays unanswered, which its limit or the
        // client's end will report.
        return close(&state)
      }
    }
    guard !state.isClosed else { return }
    state.pending = []
    state.writtenCount = 0
    if state.endsAfterPending { close(&state) }
  }

  private func arm(_ state: inout State) {
    guard state.token == nil else { return }
    state.token = loop.arm(descriptor, .writable) { [weak self] in self?.writeMore() }
  }

  private func close(_ state: inout State) {
    guard !state.isClosed else { return }
    state.isClosed = true
    state.pending = []
    if let token = state.token { loop.disarm(token) }
    // Every write is made under the lock that is held here.
    LibC.closeDescriptor(descriptor)
  }
}
