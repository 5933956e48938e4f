import SystemLibrary

/// What the transport does differently on Linux and on Apple's systems, as values: both ways are compiled
/// everywhere, and a test on Linux runs Darwin's.
package struct SocketSystem: Sendable {
  /// How a port is kept for the server while nothing listens on it, so that connections are refused and
  /// the port is given to no other process.
  package enum PortHold: Sendable, Hashable {
    /// A socket that is bound to it and never listens.
    case boundSocket
    /// A connection to itself.
    case ownConnection
  }

  /// How a peer that closed its side is noticed though bytes of it are unread.
  package enum PeerEnd: Sendable, Hashable {
    /// This event of poll(2) comes once it has.
    case event(Int16)
    /// A new poll(2) for input says so, but one that has begun does not.
    case newPoll
  }

  package var calls: SocketCalls
  package var portHold: PortHold
  package var peerEnd: PeerEnd
  package var sendFlags: Int32
  /// For `send`: more bytes follow at once, so they may leave in one packet. 0: there is no such flag.
  package var moreFollowsFlag: Int32
  package var receiveFlags: Int32
  /// Whether `sendFlags` keep `send` from blocking; otherwise the socket must be non-blocking.
  package var sendFlagsPreventBlocking: Bool
}

extension SocketSystem {
  /// Apple's systems.
  ///
  /// - `portHold`: `in_pcbbind` (xnu, bsd/netinet/in_pcb.c) gives EADDRINUSE for an address at which
  ///   another unconnected socket is bound, unless both have SO_REUSEPORT; and a SYN to a bound socket that
  ///   does not listen is dropped instead of refused (tcp_input.c, `TCPS_CLOSED`). A connected socket is
  ///   neither looked at by a bind with SO_REUSEADDR nor by a SYN, and keeps strangers off the port.
  /// - `peerEnd`: poll(2) registers a one-shot EVFILT_READ (bsd/kern/sys_generic.c). Unread bytes use it up
  ///   without an event for the caller, so the end that follows is missed until the next poll.
  /// - `sendFlags`: `sosend` respects O_NONBLOCK and not MSG_DONTWAIT (bsd/kern/uipc_socket.c).
  package static func darwin(_ calls: SocketCalls) -> SocketSystem {
    SocketSystem(
      calls: calls, portHold: .ownConnection, peerEnd: .newPoll, sendFlags: 0,
      moreFollowsFlag: 0, receiveFlags: Int32(MSG_DONTWAIT), sendFlagsPreventBlocking: false)
  }
}
