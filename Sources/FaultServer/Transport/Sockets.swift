// Owns: every socket call, and what differs between Linux and Apple's systems in them.
// Does not own: when they are made (Listener, Connection).

import CSockets
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

enum Sockets {
  #if os(Linux)
    /// An answer that is followed at once by its last byte leaves in one packet.
    private static let more = Int32(MSG_MORE)
    private static let sendFlags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    private static let dontWait = Int32(MSG_DONTWAIT)
    private static let peekFlags = Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)
    private static let unsentRequest = UInt(TIOCOUTQ)
    private static let writeSide = Int32(SHUT_WR)
  #else
    private static let more: Int32 = 0
    private static let sendFlags = MSG_DONTWAIT
    private static let dontWait = MSG_DONTWAIT
    private static let peekFlags = MSG_DONTWAIT | MSG_PEEK
    private static let writeSide = SHUT_WR
  #endif

  /// The event of a peer that closed its side.
  static let hangUp = csockets_hang_up()

  /// Binds a free port (0), or this one, and never listens on it: while the listener is closed,
  /// connections are refused and nobody else can take the port.
  static func holdPort(_ port: Int) throws(FaultServerError) -> (descriptor: Int32, port: Int) {
    let descriptor = try open()
    var address = loopback(port)
    // The system's own choice must not be shared with anybody, so reuse is allowed afterwards.
    if port != 0 { setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1) }
    guard bindSocket(descriptor, &address) == 0 else {
      let code = errno
      close(descriptor)
      throw .portNotBound(port: port, errno: code)
    }
    setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    precondition(status == 0, "getsockname failed with \(errno)")
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// - Parameter receiveBuffer: Bytes that wait unread at most, about; `nil`: the system's default.
  static func listen(port: Int, receiveBuffer: Int32?) throws(FaultServerError) -> Int32 {
    let descriptor = try open()
    setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    sendAtOnce(descriptor)
    // Only a size set before `listen` limits the window that is offered from the first packet on.
    if let receiveBuffer { setOption(descriptor, SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
    guard bindPatiently(descriptor, port: port), systemListen(descriptor) == 0,
      setNonBlocking(descriptor)
    else {
      let code = errno
      close(descriptor)
      throw .portNotBound(port: port, errno: code)
    }
    return descriptor
  }

  /// Connections that a listener accepts from now on have this receive buffer.
  static func narrow(_ listener: Int32, to receiveBuffer: Int32) {
    setOption(listener, SOL_SOCKET, SO_RCVBUF, receiveBuffer)
  }

  /// A process that is being started has copies of all descriptors until it executes its program,
  /// so a listener that was closed just now may hold the port for some milliseconds longer.
  private static func bindPatiently(_ descriptor: Int32, port: Int) -> Bool {
    let deadline = ContinuousClock.now + .seconds(2)
    while true {
      var address = loopback(port)
      if bindSocket(descriptor, &address) == 0 { return true }
      guard errno == EADDRINUSE, ContinuousClock.now < deadline else { return false }
      _ = poll(nil, 0, 1)
      errno = EADDRINUSE
    }
  }

  /// `nil` where nobody waits.
  static func accept(_ listener: Int32) -> Int32? {
    while true {
      let descriptor = csockets_accept(listener)
      if descriptor >= 0 {
        prepare(descriptor)
        return descriptor
      }
      // A connection that was gone before it was taken: the next one, please.
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Received {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, dontWait)
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
  static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>, moreFollows: Bool) -> Int? {
    while true {
      let count = bytes.withUnsafeBytes {
        #if os(Linux)
          Glibc.send(descriptor, $0.baseAddress, $0.count, sendFlags | (moreFollows ? more : 0))
        #else
          Darwin.send(descriptor, $0.baseAddress, $0.count, sendFlags | (moreFollows ? more : 0))
        #endif
      }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return 0
      default: return nil
      }
    }
  }

  /// Bytes that the peer's system has not confirmed.
  static func unconfirmedByteCount(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    #if os(Linux)
      return ioctl(descriptor, unsentRequest, &count) == 0 ? Int(count) : 0
    #else
      var length = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 ? Int(count) : 0
    #endif
  }

  /// Whether the peer has closed its side, or the connection is dead. Unread bytes before the end
  /// hide it on Apple's systems.
  static func isClosedByPeer(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: hangUp, revents: 0)
    return poll(&entry, 1, 0) > 0 && isGone(entry)
  }

  /// The same for many, with one question to the system.
  static func areClosedByPeer(_ descriptors: [Int32]) -> [Bool] {
    var entries = descriptors.map { pollfd(fd: $0, events: hangUp, revents: 0) }
    guard poll(&entries, nfds_t(entries.count), 0) >= 0 else {
      return descriptors.map { _ in false }
    }
    return entries.map(isGone)
  }

  private static func isGone(_ entry: pollfd) -> Bool {
    if entry.revents & (hangUp | Int16(POLLHUP) | Int16(POLLERR)) != 0 { return true }
    #if os(Linux)
      return false
    #else
      var byte: UInt8 = 0
      return recv(entry.fd, &byte, 1, peekFlags) == 0
    #endif
  }

  static func shutDownWriting(_ descriptor: Int32) { _ = shutdown(descriptor, writeSide) }

  /// RST instead of FIN.
  static func reset(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close(descriptor)
  }

  static func close(_ descriptor: Int32) {
    #if os(Linux)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  private static func open() throws(FaultServerError) -> Int32 {
    let descriptor = csockets_open()
    guard descriptor >= 0 else { throw .noDescriptors(errno: errno) }
    return descriptor
  }

  private static func prepare(_ descriptor: Int32) {
    #if !os(Linux)
      setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1)
      sendAtOnce(descriptor)
    #endif
  }

  /// Cuts at an exact byte need every write to leave at once. On Linux a connection takes this over
  /// from its listener.
  private static func sendAtOnce(_ descriptor: Int32) {
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  private static func setNonBlocking(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
  }

  private static func setOption(
    _ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32
  ) {
    var value = value
    setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    return address
  }

  private static func bindSocket(_ descriptor: Int32, _ address: inout sockaddr_in) -> Int32 {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func systemListen(_ descriptor: Int32) -> Int32 {
    #if os(Linux)
      Glibc.listen(descriptor, 1024)
    #else
      Darwin.listen(descriptor, 1024)
    #endif
  }
}
