#if os(Linux)

  import CProcess
  import Synchronization

  /// A pidfd, which is readable once the process has ended.
  final class ExitEvent: Sendable {
    private let descriptor: Int32
    private let loop: DescriptorLoop
    private let token = Mutex<DescriptorLoop.Token?>(nil)

    init(process: Int32) throws(DrivingError) {
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

    func start(_ handler: @escaping @Sendable () -> Void) {
      token.withLock { token in
        token = loop.arm(descriptor, .readable, handler: handler)
      }
    }
  }

#endif
