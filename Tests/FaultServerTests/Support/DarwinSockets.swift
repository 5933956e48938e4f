import FaultServer
import Foundation
import Synchronization
import SystemLibrary

/// The sockets on which this process's servers and clients run: the system's own, or, with
/// `ACCEPTANCE_SOCKETS=darwin` in the environment, Darwin's way of using them on a layer that behaves as
/// Darwin's kernel does. `.ci/run` runs this target's tests both ways.
let testSockets: SocketSystem =
  ProcessInfo.processInfo.environment["ACCEPTANCE_SOCKETS"] == "darwin"
  ? .darwin(DarwinSockets().calls) : .current

/// A socket layer over the system's that behaves as the kernel of macOS 15.4 (xnu-11417.101.15) does, where
/// that differs from Linux. Each rule names what it rests on. What it is for: a transport that works on
/// Linux only must fail on it.
///
/// It knows the sockets that were made through it. What other programs hold is the real system's matter.
final class DarwinSockets: Sendable {
  private struct Known {
    enum Use { case fresh, bound, listening, connected }
    var use = Use.fresh
    var port = 0
    var sharesAddress = false
    var raisesNoSignal = false
    var isNonBlocking = false
    var resetsAtClose = false
  }

  private let known = Mutex<[Int32: Known]>([:])
  /// Writes that would have raised SIGPIPE.
  private let signals = Mutex(0)
  private let base = SocketCalls.system
  private let usedUp = Mutex<(@Sendable () -> Void)?>(nil)

  /// Writes so far that would have raised SIGPIPE, and with it ended most programs.
  var raisedSignals: Int { signals.withLock { $0 } }

  var connectionCount: Int { known.withLock { $0.values.count { $0.use == .connected } } }

  /// Calls `handler` when a poll goes on though what it had registered is used up.
  func onceUsedUp(_ handler: @escaping @Sendable () -> Void) { usedUp.withLock { $0 = handler } }

  var calls: SocketCalls {
    SocketCalls(
      open: { self.open() }, bind: { self.bind($0, $1) }, listen: { self.listen($0) },
      accept: { self.accept($0) }, connect: { self.connect($0, $1) },
      localPort: base.localPort, peerPort: base.peerPort, poll: { self.poll($0, $1, $2) },
      receive: base.receive, send: { self.send($0, $1, $2) }, set: { self.set($0, $1) },
      unconfirmedByteCount: base.unconfirmedByteCount,
      shutDownWriting: { self.shutDownWriting($0) }, close: { self.close($0) })
  }

  private func open() -> Int32 {
    let socket = base.open()
    if socket >= 0 { known.withLock { $0[socket] = Known() } }
    return socket
  }

  /// bsd/netinet/in_pcb.c, `in_pcbbind`: without SO_REUSEADDR and SO_REUSEPORT every socket of the port
  /// counts (`wild = 1`); with SO_REUSEADDR only those that are not connected, at exactly this address
  /// (`in_pcblookup_local`: `inp_faddr` is INADDR_ANY). One that counts gives EADDRINUSE unless both have
  /// SO_REUSEPORT, which the transport never sets.
  private func bind(_ socket: Int32, _ port: Int) -> Int32 {
    let isTaken = known.withLock { known in
      let shares = known[socket]?.sharesAddress ?? false
      return port != 0
        && known.contains { other, entry in
          other != socket && entry.port == port && entry.use != .fresh
            && !(shares && entry.use == .connected)
        }
    }
    if isTaken { return fail(EADDRINUSE) }
    // Linux looks at the option of every socket of the port, connected ones included, and at none of a
    // port that it chooses itself. Set for all, so that only the rule above decides.
    if port != 0 { _ = base.set(socket, .reuseAddress) }
    guard base.bind(socket, port) == 0 else { return -1 }
    _ = base.set(socket, .reuseAddress)
    known.withLock {
      $0[socket]?.use = .bound
      $0[socket]?.port = base.localPort(socket) ?? 0
    }
    return 0
  }

  private func listen(_ socket: Int32) -> Int32 {
    let status = base.listen(socket)
    if status == 0 { known.withLock { $0[socket]?.use = .listening } }
    return status
  }

  /// bsd/kern/uipc_socket2.c, `sonewconn_internal`: a connection takes over the listener's `so_options`,
  /// SOF_NOSIGPIPE and SS_NBIO; bsd/netinet/tcp_input.c: and TCP_NODELAY, as on Linux.
  private func accept(_ listener: Int32) -> Int32 {
    let socket = base.accept(listener)
    guard socket >= 0 else { return socket }
    let inherited = known.withLock { known in
      var entry = known[listener] ?? Known()
      entry.use = .connected
      known[socket] = entry
      return entry
    }
    if inherited.isNonBlocking { _ = base.set(socket, .nonBlocking) }
    return socket
  }

  /// bsd/netinet/tcp_input.c: a SYN that meets a socket in TCPS_CLOSED (bound, not listening) is dropped
  /// (`goto drop`) and not answered with RST; connect(2) gives up after 75 s with ETIMEDOUT, which is said
  /// at once here.
  private func connect(_ socket: Int32, _ port: Int) -> Int32 {
    let isDeaf = known.withLock { known in
      let users = known.values.filter { $0.port == port }
      return users.contains { $0.use == .bound } && !users.contains { $0.use == .listening }
    }
    if isDeaf { return fail(ETIMEDOUT) }
    let status = base.connect(socket, port)
    known.withLock { known in
      if known[socket] == nil { known[socket] = Known() }
      if status == 0 {
        known[socket]?.use = .connected
        known[socket]?.port = base.localPort(socket) ?? 0
      }
    }
    return status
  }

  /// bsd/kern/uipc_socket.c, `sosend`: O_NONBLOCK keeps it from blocking, MSG_DONTWAIT does not; without
  /// SO_NOSIGPIPE a broken connection raises SIGPIPE (`soo_write`, `sendit`), counted here.
  private func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
    let count = base.send(socket, bytes, flags & ~Int32(MSG_DONTWAIT))
    let code = errno
    if count < 0, code == EPIPE, known.withLock({ $0[socket]?.raisesNoSignal != true }) {
      signals.withLock { $0 += 1 }
    }
    errno = code
    return count
  }

  /// bsd/kern/uipc_socket.c, `sosetoptlock`: EINVAL for every option once the socket can neither send nor
  /// receive (`SS_CANTRCVMORE | SS_CANTSENDMORE`), so after a reset.
  private func set(_ socket: Int32, _ option: SocketOption) -> Int32 {
    if isReset(socket), option != .nonBlocking { return fail(EINVAL) }
    known.withLock { known in
      switch option {
      case .reuseAddress: known[socket]?.sharesAddress = true
      case .noSignal: known[socket]?.raisesNoSignal = true
      case .nonBlocking: known[socket]?.isNonBlocking = true
      case .resetAtClose: known[socket]?.resetsAtClose = true
      case .sendAtOnce, .receiveBuffer: break
      }
    }
    // The real address rule is in `bind`.
    return option == .reuseAddress || option == .noSignal ? 0 : base.set(socket, option)
  }

  /// bsd/kern/uipc_socket.c, `soshutdown`: ENOTCONN for a socket that is not connected, and nobody who
  /// waits in accept(2) is woken.
  private func shutDownWriting(_ socket: Int32) -> Int32 {
    if known.withLock({ $0[socket]?.use == .listening }) { return fail(ENOTCONN) }
    return base.shutDownWriting(socket)
  }

  /// bsd/netinet/tcp_usrreq.c, `tcp_usr_disconnect`: close(2) sends FIN though bytes are unread, where
  /// Linux sends RST. (Bytes that come after it are answered with RST, on both.)
  private func close(_ socket: Int32) {
    let entry = known.withLock { $0.removeValue(forKey: socket) }
    if entry?.use == .connected, entry?.resetsAtClose != true {
      var scratch = [UInt8](repeating: 0, count: 65_536)
      while scratch.withUnsafeMutableBytes({ base.receive(socket, $0, Int32(MSG_DONTWAIT)) }) > 0 {}
    }
    base.close(socket)
  }

  private func isReset(_ socket: Int32) -> Bool {
    var entry = pollfd(fd: socket, events: 0, revents: 0)
    return known.withLock({ $0[socket]?.use == .connected }) && base.poll(&entry, 1, 0) > 0
      && entry.revents & Int16(POLLHUP) != 0
  }

  private func fail(_ code: Int32) -> Int32 {
    errno = code
    return -1
  }
}

// MARK: - poll

extension DarwinSockets {
  /// bsd/kern/sys_generic.c, `poll_nocancel` and `poll_callback`.
  ///
  /// - POLLIN and its kin, and POLLHUP, register EVFILT_READ once (EV_ONESHOT); `events` 0 registers
  ///   nothing, and is never answered.
  /// - EVFILT_READ fires for bytes and for the end (EV_EOF, at once and also with unread bytes). EV_EOF
  ///   becomes POLLHUP; bytes become POLLIN where that was asked for, and else nothing, though the
  ///   registration is used up: the call sleeps on, and misses the end that follows.
  private func poll(
    _ entries: UnsafeMutablePointer<pollfd>, _ count: Int, _ milliseconds: Int32
  ) -> Int32 {
    let deadline = milliseconds < 0 ? nil : ContinuousClock.now + .milliseconds(milliseconds)
    var used = [Bool](repeating: false, count: count)
    while true {
      var real = (0..<count).map { Self.registration(entries[$0], isUsedUp: used[$0]) }
      let left = deadline.map { max(.zero, $0 - .now) }
      let status = base.poll(&real, count, left.map(Self.roundedUp) ?? -1)
      guard status >= 0 else { return status }
      var found: Int32 = 0
      for index in 0..<count {
        entries[index].revents = Self.answer(real[index].revents, to: entries[index].events)
        if entries[index].revents != 0 { found += 1 }
        if real[index].revents != 0, entries[index].revents == 0 { used[index] = true }
      }
      if found > 0 { return found }
      if used.contains(true) {
        usedUp.withLock { handler in
          defer { handler = nil }
          return handler
        }?()
      }
      if let deadline, deadline <= .now { return 0 }
    }
  }

  private static let input = Int16(POLLIN | POLLRDNORM | POLLPRI | POLLRDBAND)
  private static let output = Int16(POLLOUT | POLLWRNORM | POLLWRBAND)

  private static func registration(_ entry: pollfd, isUsedUp: Bool) -> pollfd {
    var events: Int16 = 0
    if entry.events & (input | Int16(POLLHUP)) != 0 { events |= Int16(POLLIN) | readEnd }
    if entry.events & output != 0 { events |= Int16(POLLOUT) }
    let isRegistered = events != 0 && !isUsedUp
    return pollfd(fd: isRegistered ? entry.fd : -1, events: events, revents: 0)
  }

  private static func answer(_ seen: Int16, to asked: Int16) -> Int16 {
    var result: Int16 = 0
    if seen & (readEnd | Int16(POLLHUP) | Int16(POLLERR)) != 0 { result |= Int16(POLLHUP) }
    if seen & Int16(POLLIN) != 0 || result != 0 { result |= asked & input }
    if seen & Int16(POLLOUT) != 0 { result |= asked & output }
    if seen & Int16(POLLNVAL) != 0 { result |= Int16(POLLNVAL) }
    return result
  }

  private static func roundedUp(_ time: Duration) -> Int32 {
    let (seconds, attoseconds) = time.components
    return Int32(
      clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  #if os(Linux)
    /// POLLRDHUP, which glibc shows to GNU sources only.
    private static let readEnd: Int16 = 0x2000
  #else
    private static let readEnd = Int16(POLLHUP)
  #endif
}
