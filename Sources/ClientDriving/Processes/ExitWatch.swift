// Owns: being told that a child has ended: by pidfd on Linux, by kqueue on macOS.
// Does not own: reaping it (ChildProcess).

import CProcess
import Dispatch

/// Calls its handler once the child can be reaped. Never blocks a thread while it lives.
final class ExitWatch: Sendable {
  private static let queue = DispatchQueue(label: "acceptance.exit-watch", qos: .userInitiated)

  private let source: EventSource
  private let handler: @Sendable () -> Void

  /// - Parameter process: A child that has not been reaped.
  init(process: Int32, handler: @escaping @Sendable () -> Void) throws(DrivingError) {
    self.handler = handler
    #if os(Linux)
      let descriptor = acc_pidfd_open(process)
      guard descriptor >= 0 else {
        throw .system(call: "a descriptor for the client's process", errno: LibC.lastError)
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
      source.setCancelHandler { LibC.closeDescriptor(descriptor) }
    #else
      let source = DispatchSource.makeProcessSource(
        identifier: process, eventMask: .exit, queue: Self.queue)
    #endif
    source.setEventHandler { handler() }
    source.activate()
    self.source = EventSource(source)
  }

  /// Asks once more, for an end that came before the watch.
  func checkNow() {
    #if !os(Linux)
      Self.queue.async { [handler] in handler() }
    #endif
  }

  func cancel() { source.cancel() }
}
