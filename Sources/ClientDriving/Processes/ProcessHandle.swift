// Owns: signalling and awaiting a process that is no child, by pidfd on Linux, by number and
// kqueue on macOS. Does not own: which process (LeftoverSearch).

import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that was in the table, held so that its number cannot come to mean another one.
/// On macOS, and where Linux refuses pidfds, the start time is compared right before each signal
/// instead.
final class ProcessHandle {
  let entry: ProcessEntry
  /// -1 where there is no pidfd.
  private let descriptor: Int32

  /// Between two looks at processes without pidfds.
  private static let pollPause = Duration.milliseconds(5)

  /// `nil`: the process is gone.
  init?(_ entry: ProcessEntry) {
    self.entry = entry
    #if os(Linux)
      descriptor = acc_pidfd_open(entry.processID)
      // The number may have changed hands between the table and the descriptor.
      guard Self.isAlive(entry) else {
        if descriptor >= 0 { LibC.closeDescriptor(descriptor) }
        return nil
      }
    #else
      descriptor = -1
      guard Self.isAlive(entry) else { return nil }
    #endif
  }

  deinit {
    if descriptor >= 0 { LibC.closeDescriptor(descriptor) }
  }

  func signal(_ number: Int32) {
    #if os(Linux)
      if descriptor >= 0, acc_pidfd_signal(descriptor, number) == 0 { return }
    #endif
    if Self.isAlive(entry) { LibC.signalProcess(entry.processID, number) }
  }

  /// A zombie has ended.
  private static func isAlive(_ entry: ProcessEntry) -> Bool {
    guard let now = ProcessTable.entry(entry.processID) else { return false }
    return now.start == entry.start && !now.isZombie
  }

  /// Blocks the thread until all have ended or `limit` has passed; returns those still alive.
  static func waitUntilGone(
    _ handles: [ProcessHandle], within limit: Duration
  ) -> [ProcessHandle] {
    let deadline = ContinuousClock.now + limit
    var alive = handles
    while !alive.isEmpty {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { break }
      alive = waitForAnyEnd(alive, within: left)
    }
    return alive
  }

  #if os(Linux)
    private static func waitForAnyEnd(
      _ handles: [ProcessHandle], within limit: Duration
    ) -> [ProcessHandle] {
      // poll(2) passes over negative descriptors.
      var polls = handles.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let hasAll = handles.allSatisfy { $0.descriptor >= 0 }
      let pause = hasAll ? limit : min(limit, pollPause)
      let count = poll(&polls, nfds_t(polls.count), pause.pollMilliseconds)
      guard count > 0 || !hasAll else { return handles }
      return zip(handles, polls).filter { handle, result in
        handle.descriptor >= 0 ? result.revents == 0 : isAlive(handle.entry)
      }.map { $0.0 }
    }
  #else
    private static func waitForAnyEnd(
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
        if kevent(queue, &change, 1, nil, 0, nil) == 0, isAlive(handle.entry) {
          alive.append(handle)
        }
      }
      guard alive.count == handles.count else { return alive }
      let milliseconds = Int(limit.pollMilliseconds)
      var time = timespec(
        tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
      var event = kevent()
      _ = kevent(queue, nil, 0, &event, 1, &time)
      return alive.filter { isAlive($0.entry) }
    }
  #endif
}
