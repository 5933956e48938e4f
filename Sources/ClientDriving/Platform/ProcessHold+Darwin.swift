#if canImport(Darwin)

  import SystemLibrary

  /// A process by its number: Darwin has no descriptor for one. The start time is compared right before
  /// each signal instead.
  struct ProcessHold {
    private let processID: Int32
    /// The number may have been reused for another process.
    let isExact = false

    /// `nil`: the process is gone.
    init?(_ processID: Int32) { self.processID = processID }

    func signal(_ number: Int32) { LibC.signalProcess(processID, number) }

    /// Returns those that have not ended.
    static func waitForAnyEnd(
      _ handles: [ProcessHandle], within limit: Duration
    ) -> [ProcessHandle] {
      let queue = kqueue()
      guard queue >= 0 else { return handles }
      defer { LibC.closeDescriptor(queue) }
      var alive: [ProcessHandle] = []
      for handle in handles {
        var change = kevent(
          ident: UInt(handle.entry.processID), filter: Int16(EVFILT_PROC),
          flags: UInt16(EV_ADD | EV_ONESHOT), fflags: UInt32(truncatingIfNeeded: NOTE_EXIT),
          data: 0, udata: nil)
        if kevent(queue, &change, 1, nil, 0, nil) == 0, ProcessHandle.isAlive(handle.entry) {
          alive.append(handle)
        }
      }
      guard alive.count == handles.count else { return alive }
      let milliseconds = Int(limit.pollMilliseconds)
      var time = timespec(
        tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
      var event = kevent()
      _ = kevent(queue, nil, 0, &event, 1, &time)
      return alive.filter { ProcessHandle.isAlive($0.entry) }
    }
  }

#endif
