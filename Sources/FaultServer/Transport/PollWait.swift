// Owns: the one way in which a connection's thread waits: for its socket, a flag or a deadline.

import SystemLibrary

enum WaitEnd: Sendable, Hashable {
  case ready
  /// The peer closed its side. Reported only to those who wait for nothing else.
  case peerGone
  /// One of the flags is set: the first of them, from 0.
  case woken(Int)
  case timedOut
}

enum PollWait {
  enum Interest: Sendable, Hashable {
    case readable
    case writable
    /// The peer's leaving, whatever it has sent before.
    case peerGone
    /// Flags and deadline only.
    case nothing
  }

  /// How late a peer's end is noticed where only a new poll says it: short beside every limit of a client,
  /// long beside the cost of a call (2 µs).
  private static let newPollInterval: Duration = .milliseconds(20)

  /// The socket comes before the flags: what has arrived is still served.
  static func wait(
    _ descriptor: Int32, on sockets: Sockets = .current, for interest: Interest,
    wakes first: WakeUp, _ second: WakeUp? = nil, until deadline: ContinuousClock.Instant
  ) -> WaitEnd {
    let events: Int16 =
      switch interest {
      case .readable: Int16(POLLIN)
      case .writable: Int16(POLLOUT)
      case .peerGone: sockets.peerEndEvents
      case .nothing: 0
      }
    // A negative descriptor is passed over.
    var entries = (
      pollfd(fd: first.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: second?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interest == .nothing ? -1 : descriptor, events: events, revents: 0)
    )
    while true {
      var end = deadline
      if interest == .peerGone, entries.2.fd < 0 {
        if sockets.isClosedByPeer(descriptor) { return .peerGone }
        end = min(deadline, .now + newPollInterval)
      }
      let count = withUnsafeMutablePointer(to: &entries) {
        $0.withMemoryRebound(to: pollfd.self, capacity: 3) {
          sockets.calls.poll($0, 3, milliseconds(until: end))
        }
      }
      if count > 0 {
        switch interest {
        case .readable, .writable: if entries.2.revents != 0 { return .ready }
        case .peerGone where entries.2.revents != 0:
          if sockets.isGone(entries.2) { return .peerGone }
          // Bytes that stay unread: from here on only new polls say more.
          entries.2 = pollfd(fd: -1, events: 0, revents: 0)
        case .peerGone, .nothing: break
        }
        if entries.0.revents != 0 { return .woken(0) }
        if entries.1.revents != 0 { return .woken(1) }
      }
      if deadline <= .now { return .timedOut }
    }
  }

  /// For many at once: until one of them has something to say, or the deadline has come. Where the
  /// system interrupts the wait, none has.
  static func wait(_ entries: inout [pollfd], until deadline: ContinuousClock.Instant) {
    _ = poll(&entries, nfds_t(entries.count), milliseconds(until: deadline))
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = deadline - .now
    return left <= .zero ? 0 : Int32(clamping: left.roundedUpMilliseconds)
  }
}

extension Duration {
  fileprivate var roundedUpMilliseconds: Int64 {
    let parts = components
    return parts.seconds * 1000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
