// Owns: the connections that were accepted between two interruptions of the listener, and the two
// ways to call on them.

import Dispatch

final class ConnectionGroup: Sendable {
  /// Everybody ends at once.
  let end: WakeUp
  /// Connections that wait for a request close.
  let closeIdle: WakeUp
  /// Left by each connection's thread when it is done.
  let open = DispatchGroup()

  /// Of its listener.
  let sockets: Sockets

  /// Whether all of its connections have ended.
  var isOver: Bool { open.wait(timeout: .now()) == .success }

  init(sockets: Sockets) throws(FaultServerError) {
    self.sockets = sockets
    end = try WakeUp()
    closeIdle = try WakeUp()
  }
}
