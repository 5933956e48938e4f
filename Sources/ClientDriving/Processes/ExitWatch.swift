// Owns: being told that a child has ended: by pidfd on Linux (or a thread that waits for it, where
// there are none), by kqueue on macOS.
// Does not own: reaping it (ChildProcess).

import CProcess
import Dispatch
import Synchronization

/// Calls its handler once the child can be reaped. Blocks no thread while it lives, where
/// the system has pidfds or kqueue.
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
    /// `nil` where the kernel or a sandbox refuses pidfds: a thread waits for the child then.
    private let pidfd: Int32?
    private let process: Int32
    private let loop: DescriptorLoop
    private let token = Mutex<DescriptorLoop.Token?>(nil)

    /// - Parameters:
    ///   - process: A child that has not been reaped.
    ///   - handler: Says whether the child has been reaped now.
    init(process: Int32, handler: @escaping @Sendable () -> Bool) throws(DrivingError) {
      self.handler = handler
      self.process = process
      loop = try DescriptorLoop.shared()
      let descriptor = acc_pidfd_open(process)
      pidfd = descriptor >= 0 ? descriptor : nil
    }

    deinit {
      if let token = token.withLock({ $0 }) { loop.disarm(token) }
      if let pidfd { LibC.closeDescriptor(pidfd) }
    }

    /// Called once. An end that came before is told of too.
    func start() throws(DrivingError) {
      guard let pidfd else { return try startThread() }
      token.withLock { token in
        token = loop.arm(pidfd, .readable) { [weak self] in self?.ended() }
      }
    }

    private func startThread() throws(DrivingError) {
      try OwnThread.start(stackBytes: 256 << 10) { [weak self, process] in
        acc_await_end(process)
        self?.ended()
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
    func start() throws(DrivingError) {
      source.activate()
      // kqueue tells only of ends that come after the registration.
      Self.queue.async { [handler] in _ = handler() }
    }
  #endif
}
