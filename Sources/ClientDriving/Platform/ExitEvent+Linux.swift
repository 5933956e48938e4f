#if os(Linux)

  import CProcess
  import Synchronization

  /// A pidfd, which is readable once the process has ended. Where the kernel or a sandbox refuses
  /// pidfds, a thread waits for the child.
  final class ExitEvent: Sendable {
    private let process: Int32
    /// `nil` where there are no pidfds.
    private let pidfd: Int32?
    private let loop: DescriptorLoop
    private let token = Mutex<DescriptorLoop.Token?>(nil)

    init(process: Int32) throws(DrivingError) {
      loop = try DescriptorLoop.shared()
      self.process = process
      let descriptor = acc_pidfd_open(process)
      pidfd = descriptor >= 0 ? descriptor : nil
    }

    deinit {
      if let token = token.withLock({ $0 }) { loop.disarm(token) }
      if let pidfd { LibC.closeDescriptor(pidfd) }
    }

    func start(_ handler: @escaping @Sendable () -> Void) throws(DrivingError) {
      guard let pidfd else {
        return try OwnThread.start(stackBytes: 256 << 10) { [process] in
          acc_await_end(process)
          handler()
        }
      }
      token.withLock { token in
        token = loop.arm(pidfd, .readable, handler: handler)
      }
    }
  }

#endif
