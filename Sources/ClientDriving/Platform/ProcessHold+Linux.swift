#if os(Linux)

  import CProcess
  import SystemLibrary

  /// A pidfd: names one process, whatever its number comes to mean.
  final class ProcessHold {
    fileprivate let descriptor: Int32
    /// A signal reaches this process or none.
    let isExact = true

    /// `nil`: the process is gone.
    init?(_ processID: Int32) {
      descriptor = acc_pidfd_open(processID)
      guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { LibC.closeDescriptor(descriptor) } }

    func signal(_ number: Int32) { _ = acc_pidfd_signal(descriptor, number) }

    /// Returns those that have not ended.
    static func waitForAnyEnd(
      _ handles: [ProcessHandle], within limit: Duration
    ) -> [ProcessHandle] {
      var polls = handles.map { pollfd(fd: $0.hold.descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&polls, nfds_t(polls.count), limit.pollMilliseconds) > 0 else { return handles }
      return zip(handles, polls).filter { $1.revents == 0 }.map { $0.0 }
    }
  }

#endif
