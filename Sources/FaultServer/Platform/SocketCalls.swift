import CSockets
import SystemLibrary

/// The transport's system calls. A test puts a layer in between that behaves as another kernel does.
///
/// Each returns what the call returns, with errno where that is -1.
package struct SocketCalls: Sendable {
  /// A TCP socket over IPv4, close-on-exec.
  package var open: @Sendable () -> Int32
  /// To that port of 127.0.0.1; 0: a free one.
  package var bind: @Sendable (_ socket: Int32, _ port: Int) -> Int32
  package var listen: @Sendable (_ socket: Int32) -> Int32
  /// Close-on-exec.
  package var accept: @Sendable (_ listener: Int32) -> Int32
  /// To that port of 127.0.0.1.
  package var connect: @Sendable (_ socket: Int32, _ port: Int) -> Int32
  package var localPort: @Sendable (_ socket: Int32) -> Int?
  package var peerPort: @Sendable (_ socket: Int32) -> Int?
  package var poll:
    @Sendable (_ entries: UnsafeMutablePointer<pollfd>, _ count: Int, _ milliseconds: Int32) ->
      Int32
  package var receive:
    @Sendable (_ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ flags: Int32) -> Int
  package var send:
    @Sendable (_ socket: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int
  package var set: @Sendable (_ socket: Int32, _ option: SocketOption) -> Int32
  /// Bytes that the peer's system has not confirmed; `nil` where the socket can't say.
  package var unconfirmedByteCount: @Sendable (_ socket: Int32) -> Int?
  package var shutDownWriting: @Sendable (_ socket: Int32) -> Int32
  package var close: @Sendable (_ socket: Int32) -> Void

  package init(
    open: @escaping @Sendable () -> Int32,
    bind: @escaping @Sendable (Int32, Int) -> Int32,
    listen: @escaping @Sendable (Int32) -> Int32,
    accept: @escaping @Sendable (Int32) -> Int32,
    connect: @escaping @Sendable (Int32, Int) -> Int32,
    localPort: @escaping @Sendable (Int32) -> Int?,
    peerPort: @escaping @Sendable (Int32) -> Int?,
    poll: @escaping @Sendable (UnsafeMutablePointer<pollfd>, Int, Int32) -> Int32,
    receive: @escaping @Sendable (Int32, UnsafeMutableRawBufferPointer, Int32) -> Int,
    send: @escaping @Sendable (Int32, UnsafeRawBufferPointer, Int32) -> Int,
    set: @escaping @Sendable (Int32, SocketOption) -> Int32,
    unconfirmedByteCount: @escaping @Sendable (Int32) -> Int?,
    shutDownWriting: @escaping @Sendable (Int32) -> Int32,
    close: @escaping @Sendable (Int32) -> Void
  ) {
    self.open = open
    self.bind = bind
    self.listen = listen
    self.accept = accept
    self.connect = connect
    self.localPort = localPort
    self.peerPort = peerPort
    self.poll = poll
    self.receive = receive
    self.send = send
    self.set = set
    self.unconfirmedByteCount = unconfirmedByteCount
    self.shutDownWriting = shutDownWriting
    self.close = close
  }
}

package enum SocketOption: Sendable, Hashable {
  case reuseAddress
  /// Every write leaves at once.
  case sendAtOnce
  /// Bytes that wait unread at most, about.
  case receiveBuffer(Int32)
  /// A peer that is gone is an error of `send`, not a signal.
  case noSignal
  /// Closing sends RST instead of FIN.
  case resetAtClose
  case nonBlocking
}

extension SocketCalls {
  /// This system's own.
  package static let system = SocketCalls(
    open: csockets_open,
    bind: { systemBind($0, loopbackAddress(port: $1)) },
    // Loopback clients connect in bursts; both systems cap it (Linux at 4096, Darwin at 128).
    listen: { systemListen($0, 1024) },
    accept: csockets_accept,
    connect: { systemConnect($0, loopbackAddress(port: $1)) },
    localPort: { socket in port(socket, getsockname) },
    peerPort: { socket in port(socket, getpeername) },
    poll: { SystemLibrary.poll($0, nfds_t($1), $2) },
    receive: { recv($0, $1.baseAddress, $1.count, $2) },
    send: { systemSend($0, $1.baseAddress, $1.count, $2) },
    set: set,
    unconfirmedByteCount: { SystemLibrary.unconfirmedByteCount($0) },
    shutDownWriting: { shutdown($0, Int32(SHUT_WR)) },
    close: { systemClose($0) })

  private static func set(_ socket: Int32, _ option: SocketOption) -> Int32 {
    switch option {
    case .reuseAddress: return set(socket, SOL_SOCKET, SO_REUSEADDR, 1)
    case .sendAtOnce: return set(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    case .receiveBuffer(let size): return set(socket, SOL_SOCKET, SO_RCVBUF, size)
    case .noSignal:
      refuseSignals(socket)
      return 0
    case .resetAtClose:
      var option = linger(l_onoff: 1, l_linger: 0)
      return setsockopt(
        socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    case .nonBlocking:
      return fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
    }
  }

  private static func set(
    _ socket: Int32, _ level: Int32, _ name: Int32, _ value: Int32
  ) -> Int32 {
    var value = value
    return setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func port(
    _ socket: Int32,
    _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(socket, $0, &length) }
    }
    return status == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }
}
