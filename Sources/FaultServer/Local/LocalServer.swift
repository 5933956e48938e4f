// Owns: a plain HTTP server on the loopback for small requests, over the fault server's sockets and
// parser. Does not own: what is answered (its handler) or the fault server (FaultServer).

import Synchronization
import SystemLibrary

/// One request a connection. Runs the handler on a thread of the connection's own, so it may wait;
/// it must return soon after its owner has stopped.
package final class LocalServer: Sendable {
  package typealias Handler = @Sendable (LocalRequest) -> LocalResponse

  /// Longer bodies are answered 413.
  package static let bodyLimit = 65_536
  /// A browser opens six at once; more than these are closed unread.
  private static let connectionLimit = 64
  /// How long a client may take to send its request.
  private static let requestLimit: Duration = .seconds(10)

  private let handler: Handler
  private let workers = WorkerPool()
  private let listener = Mutex<Listener?>(nil)
  private let openCount = Mutex(0)

  package init(handler: @escaping Handler) { self.handler = handler }

  /// Starts once.
  ///
  /// - Parameter port: 0: any free one.
  /// - Returns: The port on 127.0.0.1, ready to accept.
  package func start(port: Int) throws(FaultServerError) -> Int {
    let listener = try Listener(workers: workers) { [weak self] descriptor, connectionGroup in
      if let self {
        self.accept(descriptor, connectionGroup)
      } else {
        systemClose(descriptor)
      }
      return nil
    }
    let isFirst = self.listener.withLock { current in
      guard current == nil else { return false }
      current = listener
      return true
    }
    guard isFirst else { throw .alreadyStarted }
    let bound = try listener.start(port: port)
    guard workers.run({ listener.run() }) else { throw .noThreads }
    return bound
  }

  /// Ends every connection and waits for every thread.
  package func stop() {
    let listener = listener.withLock { $0 }
    listener?.stop()
    _ = listener?.endConnections()
    workers.stop()
  }

  private func accept(_ descriptor: Int32, _ connectionGroup: ConnectionGroup) {
    let isTaken = openCount.withLock { count in
      guard count < Self.connectionLimit else { return false }
      count += 1
      return true
    }
    guard isTaken else {
      systemClose(descriptor)
      return
    }
    let isRunning = workers.run { [self] in
      let connection = Connection(descriptor: descriptor, connectionGroup: connectionGroup)
      connection.end(serve(connection))
      openCount.withLock { $0 -= 1 }
    }
    if !isRunning {
      systemClose(descriptor)
      openCount.withLock { $0 -= 1 }
    }
  }

  private func serve(_ connection: Connection) -> Connection.Ending {
    let deadline = ContinuousClock.now + Self.requestLimit
    var head: RequestHead?
    while head == nil {
      switch RequestParser.parse(connection.buffer) {
      case .head(let found, let length):
        connection.buffer.removeFirst(length)
        head = found
      case .malformed(let status): return write(.empty(status), connection)
      case .incomplete:
        guard connection.read(within: deadline - .now) == .bytes else { return .close }
      }
    }
    guard let head else { return .close }
    if case .length(let length) = head.framing, length > Self.bodyLimit {
      return write(.empty(413), connection)
    }
    var reader = BodyReader(head.framing)
    while true {
      switch reader.take(from: &connection.buffer, upTo: Self.bodyLimit + 1) {
      case .whole:
        let response = handler(LocalRequest(head, body: reader.body))
        return write(response, connection, forHEAD: head.method == "HEAD")
      case .malformed(let status): return write(.empty(status), connection)
      case .more:
        if reader.body.count > Self.bodyLimit { return write(.empty(413), connection) }
        guard connection.read(within: deadline - .now) == .bytes else { return .close }
      }
    }
  }

  private func write(
    _ response: LocalResponse, _ connection: Connection, forHEAD: Bool = false
  ) -> Connection.Ending {
    let bytes = response.bytes(forHEAD: forHEAD)
    return connection.write(bytes[...]) == .written ? .finish : .reset
  }
}
