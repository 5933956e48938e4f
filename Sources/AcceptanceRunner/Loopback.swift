// Owns: whether programs of this machine can reach a server on 127.0.0.1.

import AcceptanceModel
import FaultServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

package enum Loopback {
  package enum State: Sendable, Hashable {
    case usable
    /// No port can be opened; the reason is a sentence.
    case closed(String)
    /// A port was opened, but no connection to it can be made.
    case unreachable
  }

  /// A connection on loopback is made by the system itself, in less than 1 ms; a firewall that
  /// drops packets lets it wait.
  private static let limit = Duration.seconds(5)

  package static func state() -> State {
    let server = FaultServer(FaultServerConfiguration(spec: ServerSpec(), faults: [])) { _ in }
    do throws(FaultServerError) {
      let port = try server.start()
      defer { server.stop() }
      return isReachable(port) ? .usable : .unreachable
    } catch {
      return .closed("\(error)")
    }
  }

  private static func isReachable(_ port: Int) -> Bool {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let socket = socket(AF_INET, kind, 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result != 0 else { return true }
    return errno == EINPROGRESS && isConnected(socket)
  }

  private static func isConnected(_ socket: Int32) -> Bool {
    var entry = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, Int32(limit.milliseconds)) == 1 else { return false }
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0
  }
}
