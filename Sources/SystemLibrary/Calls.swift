// C functions whose names Swift types also use for methods of their own; a method named `read` could
// not call the function without naming the system's module.

package func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

package func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, buffer, count)
}

package func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}

@discardableResult
package func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

package func systemRename(_ path: String, _ target: String) -> Int32 { rename(path, target) }

@discardableResult
package func systemKill(_ process: pid_t, _ signal: Int32) -> Int32 { kill(process, signal) }

package func systemBind(_ socket: Int32, _ address: sockaddr_in) -> Int32 {
  withSocketAddress(address) { bind(socket, $0, $1) }
}

package func systemConnect(_ socket: Int32, _ address: sockaddr_in) -> Int32 {
  withSocketAddress(address) { connect(socket, $0, $1) }
}

package func systemListen(_ socket: Int32, _ backlog: Int32) -> Int32 { listen(socket, backlog) }

/// As send(2), but a peer that is gone is always EPIPE and never SIGPIPE, on Apple's systems as soon
/// as `refuseSignals` was called for the socket.
package func systemSend(
  _ socket: Int32, _ buffer: UnsafeRawPointer?, _ count: Int, _ flags: Int32 = 0
) -> Int {
  send(socket, buffer, count, flags | noSignalOnSend)
}

/// A port of 127.0.0.1, the only address that the product binds or connects to by itself.
package func loopbackAddress(port: Int) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
  return address
}

private func withSocketAddress<Result>(
  _ address: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
