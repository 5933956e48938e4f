// Owns: what the server does with sockets. Does not own: when (Listener, Connection), or the calls and
// their differences between systems (Platform).

import AcceptanceModel
import SystemLibrary

enum SystemError {
  static func text(_ errno: Int32) -> String { strerror(errno).map { String(cString: $0) } ?? "?" }
}

enum Received: Sendable, Hashable {
  case bytes(Int)
  case end
  case wouldBlock
  case failed
}

struct Sockets: Sendable {
  static let current = Sockets(.current)

  /// How long an own connection may take to arrive, and a port to become free: a process that is being
  /// started has copies of all descriptors until it executes its program, some milliseconds later.
  private static let patience: Duration = .seconds(2)

  let system: SocketSystem
  var calls: SocketCalls { system.calls }

  init(_ system: SocketSystem) { self.system = system }
}

// MARK: - The port

/// A port that is listened on, and held.
struct OpenedPort {
  let port: Int
  let listener: Int32
  /// Keep the port while nothing listens on it. Closed with the server.
  let holders: [Int32]
  /// Strangers who connected before the server held its port.
  var early: [Int32] = []
}

extension Sockets {
  /// Listens on a free port (0) or on this one, and holds it until the holders are closed: while no
  /// listener is open connections are refused, and the port is given to no other process.
  ///
  /// - Parameter receiveBuffer: Bytes that wait unread at most, about; `nil`: the system's default.
  func openPort(_ port: Int, receiveBuffer: Int32?) throws(FaultServerError) -> OpenedPort {
    switch system.portHold {
    case .boundSocket:
      let (holder, port) = try bindHolder(port)
      do throws(FaultServerError) {
        let listener = try listen(port: port, receiveBuffer: receiveBuffer)
        return OpenedPort(port: port, listener: listener, holders: [holder])
      } catch {
        calls.close(holder)
        throw error
      }
    case .ownConnection:
      let listener = try listen(port: port, receiveBuffer: receiveBuffer)
      do throws(FaultServerError) {
        return try holdByConnection(listener)
      } catch {
        calls.close(listener)
        throw error
      }
    }
  }

  private func bindHolder(_ port: Int) throws(FaultServerError) -> (descriptor: Int32, port: Int) {
    let descriptor = try open()
    // The system's own choice must not be shared with anybody, so reuse is allowed afterwards.
    if port != 0 { _ = calls.set(descriptor, .reuseAddress) }
    guard calls.bind(descriptor, port) == 0 else {
      let code = errno
      calls.close(descriptor)
      throw .portNotBound(port: port, errno: code)
    }
    _ = calls.set(descriptor, .reuseAddress)
    return (descriptor, localPort(descriptor))
  }

  private func holdByConnection(_ listener: Int32) throws(FaultServerError) -> OpenedPort {
    let port = localPort(listener)
    let near = try open()
    guard calls.connect(near, port) == 0 else {
      let code = errno
      calls.close(near)
      throw .portNotBound(port: port, errno: code)
    }
    let nearPort = localPort(near)
    var early: [Int32] = []
    let deadline = ContinuousClock.now + Self.patience
    while ContinuousClock.now < deadline {
      guard let descriptor = accept(listener) else {
        var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        _ = calls.poll(&entry, 1, 10)
        continue
      }
      guard calls.peerPort(descriptor) == nearPort else {
        early.append(descriptor)
        continue
      }
      // Neither end lingers in TIME_WAIT when the port is given back.
      for end in [near, descriptor] { _ = calls.set(end, .resetAtClose) }
      return OpenedPort(
        port: port, listener: listener, holders: [near, descriptor], early: early)
    }
    for descriptor in early + [near] { reset(descriptor) }
    throw .portNotBound(port: port, errno: ETIMEDOUT)
  }

  /// - Parameters:
  ///   - port: 0: a free one.
  ///   - receiveBuffer: Bytes that wait unread at most, about; `nil`: the system's default.
  func listen(port: Int, receiveBuffer: Int32?) throws(FaultServerError) -> Int32 {
    let descriptor = try open()
    if port != 0 { _ = calls.set(descriptor, .reuseAddress) }
    // Cuts at an exact byte need every write to leave at once. A connection takes this, and `noSignal`,
    // over from its listener: set on the connection itself, `noSignal` fails on Darwin where the
    // connection is reset already, and the next write would raise SIGPIPE.
    _ = calls.set(descriptor, .sendAtOnce)
    _ = calls.set(descriptor, .noSignal)
    // Only a size set before `listen` limits the window that is offered from the first packet on.
    if let receiveBuffer { _ = calls.set(descriptor, .receiveBuffer(receiveBuffer)) }
    guard bindPatiently(descriptor, port: port), makeReusable(descriptor),
      calls.listen(descriptor) == 0, calls.set(descriptor, .nonBlocking) == 0
    else {
      let code = errno
      calls.close(descriptor)
      throw .portNotBound(port: port, errno: code)
    }
    return descriptor
  }

  /// For the connections of a listener whose port the system chose: on Linux a later bind to the port looks
  /// at their option too.
  private func makeReusable(_ listener: Int32) -> Bool {
    calls.set(listener, .reuseAddress) == 0
  }

  /// Connections that a listener accepts from now on have this receive buffer.
  func narrow(_ listener: Int32, to receiveBuffer: Int32) {
    _ = calls.set(listener, .receiveBuffer(receiveBuffer))
  }

  private func bindPatiently(_ descriptor: Int32, port: Int) -> Bool {
    let deadline = ContinuousClock.now + Self.patience
    while true {
      if calls.bind(descriptor, port) == 0 { return true }
      guard errno == EADDRINUSE, ContinuousClock.now < deadline else { return false }
      _ = poll(nil, 0, 1)
      errno = EADDRINUSE
    }
  }

  private func localPort(_ descriptor: Int32) -> Int {
    guard let port = calls.localPort(descriptor) else {
      preconditionFailure("getsockname failed with \(errno)")
    }
    return port
  }

  private func open() throws(FaultServerError) -> Int32 {
    let descriptor = calls.open()
    guard descriptor >= 0 else { throw .noDescriptors(errno: errno) }
    return descriptor
  }

  /// `nil` where nothing waits.
  func accept(_ listener: Int32) -> Int32? {
    while true {
      let descriptor = calls.accept(listener)
      if descriptor >= 0 {
        if !system.sendFlagsPreventBlocking { _ = calls.set(descriptor, .nonBlocking) }
        return descriptor
      }
      // A connection that was gone before it was taken: the next one, please.
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }
}

// MARK: - One connection

extension Sockets {
  func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Received {
    while true {
      let count = calls.receive(descriptor, buffer, system.receiveFlags)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed
      }
    }
  }

  /// How many bytes were taken over; 0 where there is no room; `nil` where the connection is dead.
  func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>, moreFollows: Bool) -> Int? {
    let flags = system.sendFlags | (moreFollows ? system.moreFollowsFlag : 0)
    while true {
      let count = bytes.withUnsafeBytes { calls.send(descriptor, $0, flags) }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return 0
      default: return nil
      }
    }
  }

  /// Bytes that the peer's system has not confirmed.
  func unconfirmedByteCount(_ descriptor: Int32) -> Int {
    calls.unconfirmedByteCount(descriptor) ?? 0
  }

  /// Whether the peer has closed its side, or the connection is dead; unread bytes before the end do not
  /// hide it.
  func isClosedByPeer(_ descriptor: Int32) -> Bool { areClosedByPeer([descriptor])[0] }

  /// The same for many, with one question to the system.
  func areClosedByPeer(_ descriptors: [Int32]) -> [Bool] {
    var entries = descriptors.map { pollfd(fd: $0, events: peerEndEvents, revents: 0) }
    let count = entries.withUnsafeMutableBufferPointer { entries in
      entries.baseAddress.map { calls.poll($0, entries.count, 0) } ?? 0
    }
    guard count > 0 else { return descriptors.map { _ in false } }
    return entries.map(isGone)
  }

  /// What poll(2) is asked for by those who wait for the peer's end.
  var peerEndEvents: Int16 {
    switch system.peerEnd {
    case .event(let event): event
    // Without bytes to read Darwin sleeps until there are some, or the end has come.
    case .newPoll: Int16(POLLIN)
    }
  }

  func isGone(_ entry: pollfd) -> Bool {
    let end = Int16(POLLHUP) | Int16(POLLERR)
    switch system.peerEnd {
    case .event(let event): return entry.revents & (event | end) != 0
    case .newPoll:
      if entry.revents & end != 0 { return true }
      guard entry.revents & Int16(POLLIN) != 0 else { return false }
      // An end without bytes before it, however poll calls it.
      var byte: UInt8 = 0
      return withUnsafeMutableBytes(of: &byte) {
        calls.receive(entry.fd, $0, system.receiveFlags | Int32(MSG_PEEK)) == 0
      }
    }
  }

  /// `nil` where the connection is no more.
  func ports(of descriptor: Int32) -> ConnectionPorts? {
    guard let server = calls.localPort(descriptor), let peer = calls.peerPort(descriptor) else {
      return nil
    }
    return ConnectionPorts(server: UInt16(clamping: server), peer: UInt16(clamping: peer))
  }

  func shutDownWriting(_ descriptor: Int32) { _ = calls.shutDownWriting(descriptor) }

  /// RST instead of FIN.
  func reset(_ descriptor: Int32) {
    _ = calls.set(descriptor, .resetAtClose)
    calls.close(descriptor)
  }

  func close(_ descriptor: Int32) { calls.close(descriptor) }
}
