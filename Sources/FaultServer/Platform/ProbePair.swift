import Synchronization
import SystemLibrary

/// A connection with both ends held by a probe.
final class ProbePair: Sendable {
  private enum End: Hashable { case client, server }

  /// Milliseconds.
  private static let patience: Int32 = 5000

  let server: Int32
  private let client: Int32
  private let sockets: Sockets
  private let closed = Mutex<Set<End>>([])

  init(_ sockets: Sockets, receiveBuffer: Int32? = nil) throws(FaultServerError) {
    self.sockets = sockets
    let listener = try sockets.listen(port: 0, receiveBuffer: receiveBuffer)
    defer { sockets.close(listener) }
    client = sockets.calls.open()
    let port = sockets.calls.localPort(listener) ?? 0
    guard sockets.calls.connect(client, port) == 0 else {
      throw .portNotBound(port: port, errno: errno)
    }
    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, Self.patience)
    guard let accepted = sockets.accept(listener) else {
      throw .portNotBound(port: port, errno: errno)
    }
    server = accepted
  }

  func end() {
    leave()
    closeServer()
  }

  /// Returns once the bytes can be read.
  func send(_ count: Int) {
    let bytes = [UInt8](repeating: 0x61, count: count)
    _ = systemSend(client, bytes, count)
    awaitEnd(of: server)
  }

  /// Writes until nothing more is taken.
  ///
  /// - Returns: Bytes that the server's system has and that were not read.
  func fill() -> Int {
    _ = fcntl(client, F_SETFL, fcntl(client, F_GETFL) | O_NONBLOCK)
    let bytes = [UInt8](repeating: 0x61, count: 65_536)
    var written = 0
    while true {
      let count = systemSend(client, bytes, bytes.count)
      guard count > 0 else { break }
      written += count
    }
    var last = -1
    var unconfirmed = sockets.unconfirmedByteCount(client)
    // The count stops changing once the window is closed.
    while unconfirmed != last {
      last = unconfirmed
      _ = poll(nil, 0, 200)
      unconfirmed = sockets.unconfirmedByteCount(client)
    }
    return written - unconfirmed
  }

  func leave() { once(.client) { sockets.close(client) } }
  func reset() { once(.client) { sockets.reset(client) } }
  func closeServer() { once(.server) { sockets.close(server) } }
  func resetServer() { once(.server) { sockets.reset(server) } }

  private func once(_ end: End, _ body: () -> Void) {
    if closed.withLock({ $0.insert(end).inserted }) { body() }
  }

  /// How the server's side ended, as the client reads it.
  func clientEnd() -> String {
    var count = 0
    while true {
      awaitEnd(of: client)
      var scratch = [UInt8](repeating: 0, count: 65_536)
      let received = scratch.withUnsafeMutableBytes { sockets.receive(client, into: $0) }
      let before = count == 0 ? "" : "\(count) bytes, "
      switch received {
      case .bytes(let more): count += more
      case .end: return before + "end"
      case .wouldBlock: return before + "nothing"
      case .failed: return before + errorName(errno)
      }
    }
  }

  /// Until there is something to read, or an end.
  func awaitEnd(of socket: Int32) {
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, Self.patience)
  }
}
