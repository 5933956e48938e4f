// Owns: being told that a child has ended: by pidfd on Linux, by kqueue on macOS.
// Does not own: reaping it (ChildProcess).

import CProcess
import Dispatch
import Synchronization

/// Calls its handler once the child can be reaped. Never blocks a thread while it lives.
final class ExitWatch: Sendable {
  /// Until the next try where an end was told of that cannot be reaped yet: a tracer may have it.
  private static let retryPause = Duration.milliseconds(10)

  private let handler: @Sendable () -> Bool
  private let retry = Mutex<DeadlineTimer?>(nil)

  private func ended() {
    guard !handler() else { return }
    retry.withLock { retry in
      retry = DeadlineTimer(after: Self.retryPause) { [weak self] in self?.ended() }
    }
  }

  #if os(Linux)
    private let descriptor: Int32
    private let loop: DescriptorLoop
    private let token = Mutex<DescriptorLoop.Token?>(nil)

    /// - Parameters:
    ///   - process: A child that has not been reaped.
    ///   - handler: Says whether the child has been reaped now.
    init(process: Int32, handler: @escaping @Sendable () -> Bool) throws(DrivingError) {
      self.handler = handler
      loop = try DescriptorLoop.shared()
      descriptor = acc_pidfd_open(process)
      guard descriptor >= 0 else {
        throw .system(call: "a descriptor for the client's process", errno: LibC.lastError)
      }
    }

    deinit {
      if let token = token.withLock({ $0 }) { loop.disarm(token) }
      if descriptor >= 0 { LibC.closeDescriptor(descriptor) }
    }

    /// Called once. An end that came before is told of too.
    func start() {
      token.withLock { token in
        token = loop.arm(descriptor, .readable) { [weak self] in self?.ended() }
      }
    }
  #else
    private static let queue = DispatchQueue(
      label: "acceptance.exit-watch", qos: .userInitiated)

    private let source: EventSource

    /// - Parameters:
    ///   - process: A child that has not been reaped.
    ///   - handler: Says whether the child has been reaped now.
    init(process: Int32, handler: @escaping @Sendable () -> Bool) throws(DrivingError) {
      self.handler = handler
      let source = DispatchSource.makeProcessSource(
        identifier: process, eventMask: .exit, queue: Self.queue)
      self.source = EventSource(source)
      source.setEventHandler { [weak self] in self?.ended() }
    }

    deinit { source.cancel() }

    /// Called once. An end that came before is told of too.
    func start() {
      source.activate()
      // kqueue tells only of ends that come after the registration.
      Self.queue.async { [handler] in _ = handler() }
    }
  #endif
}
