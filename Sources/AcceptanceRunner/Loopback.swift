// Owns: whether programs of this machine can reach a server on 127.0.0.1.

import AcceptanceModel
import FaultServer
import SystemLibrary

package enum Loopback {
  package enum State: Sendable, Hashable {
    case usable
    /// No port can be opened; the reason is a sentence.
    case closed(Message)
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
    let socket = socket(AF_INET, streamSocket, 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
    if systemConnect(socket, loopbackAddress(port: port)) == 0 { return true }
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
