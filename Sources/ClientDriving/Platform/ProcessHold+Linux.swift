#if os(Linux)

  import CProcess
  import SystemLibrary

  /// A pidfd: identifies one process, even if its number is reused. Where the kernel or a sandbox
  /// refuses pidfds, the number.
  final class ProcessHold {
    /// Between two looks at processes without pidfds.
    private static let pollPause = Duration.milliseconds(5)

    private let processID: Int32
    /// -1 where there is no pidfd.
    fileprivate let descriptor: Int32
    /// A signal reaches this process or none.
    let isExact: Bool

    /// `nil`: the process is gone.
    init?(_ processID: Int32) {
      self.processID = processID
      descriptor = acc_pidfd_open(processID)
      // Signal 0 only asks; refused where pidfds can be opened but not signalled by.
      isExact = descriptor >= 0 && acc_pidfd_signal(descriptor, 0) == 0
    }

    deinit { if descriptor >= 0 { LibC.closeDescriptor(descriptor) } }

    func signal(_ number: Int32) {
      if isExact {
        _ = acc_pidfd_signal(descriptor, number)
      } else {
        LibC.signalProcess(processID, number)
      }
    }

    /// Returns those that have not ended.
    static func waitForAnyEnd(
      _ handles: [ProcessHandle], within limit: Duration
    ) -> [ProcessHandle] {
      var polls = handles.map { pollfd(fd: $0.hold.descriptor, events: Int16(POLLIN), revents: 0) }
      // poll(2) passes over negative descriptors.
      let hasAll = handles.allSatisfy { $0.hold.descriptor >= 0 }
      let pause = hasAll ? limit : min(limit, pollPause)
      let count = poll(&polls, nfds_t(polls.count), pause.pollMilliseconds)
      guard count > 0 || !hasAll else { return handles }
      return zip(handles, polls).filter { handle, result in
        handle.hold.descriptor >= 0 ? result.revents == 0 : ProcessHandle.isAlive(handle.entry)
      }.map { $0.0 }
    }
  }

#endif
