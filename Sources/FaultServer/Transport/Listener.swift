// Owns: the port: held for the server's whole life, listened on while the server is up.
// Does not own: what is said on a connection (ConnectionHandler).

import Dispatch
import Synchronization

final class Listener: Sendable {
  /// Called on the accepting thread, in the order of acceptance. Returns whom that thread shall look
  /// after; `nil` where somebody else does.
  typealias Accepted = @Sendable (_ descriptor: Int32, ConnectionGroup) -> ConnectionHandler?

  /// Somebody who wants the listener closed, and waits for it.
  private struct CloseRequest {
    let tell: @Sendable () -> Void
    let done: DispatchSemaphore
  }

  private struct State {
    var closeRequests: [CloseRequest] = []
    var port = 0
    /// Keep the port; empty before the start.
    var holders: [Int32] = []
    /// Accepted before `run`.
    var early: [Int32] = []
    var listening: Int32?
    var connectionGroups: [ConnectionGroup] = []
    /// Bytes that wait unread at most; `nil`: the system's default.
    var receiveBuffer: Int32?
    var isStopping = false
  }

  private let state = Mutex(State())
  private let changed: WakeUp
  private let idlePoller: IdlePoller
  private let accepted: Accepted
  private let sockets: Sockets

  init(
    workers: WorkerPool, sockets: Sockets = .current, accepted: @escaping Accepted
  ) throws(FaultServerError) {
    self.sockets = sockets
    changed = try WakeUp()
    idlePoller = try IdlePoller(workers: workers)
    self.accepted = accepted
  }

  /// - Returns: The port, ready to accept.
  func start(port: Int) throws(FaultServerError) -> Int {
    try state.withLock { (state) throws(FaultServerError) in
      guard state.holders.isEmpty else { throw .alreadyStarted }
      let connectionGroup = try ConnectionGroup(sockets: sockets)
      let opened = try sockets.openPort(port, receiveBuffer: state.receiveBuffer)
      state.port = opened.port
      state.holders = opened.holders
      state.early = opened.early
      state.listening = opened.listener
      state.connectionGroups.append(connectionGroup)
      if !opened.early.isEmpty { changed.set() }
      return opened.port
    }
  }

  /// Accepts until `stop`, on a thread of its own. Only this thread closes the listener: while it
  /// waited for it, the system would keep it open.
  func run() {
    let reactor = ConnectionReactor(idlePoller: idlePoller)
    var isShut = false
    while true {
      let (listening, isStopping) = state.withLock { ($0.listening, $0.isStopping) }
      if isStopping { break }
      let seen = reactor.wait(
        at: isShut ? nil : listening, call: changed,
        until: .now + (isShut ? .milliseconds(10) : .seconds(3600)))
      // The flag is only a reason to look at the state again.
      if seen.isCalled { changed.clear() }
      guard seen.isCalled || seen.canAccept || isShut else { continue }
      let (count, handlers) = state.withLock { state in
        let accepted = acceptAll(&state)
        serveCloseRequests(&state)
        return accepted
      }
      // Somebody waits and could not be let in: no descriptor is free. Asking on would only spin.
      isShut = seen.canAccept && count == 0
      for handler in handlers { reactor.receive(handler) }
    }
    reactor.close()
    idlePoller.close()
    state.withLock { state in
      let listening = state.listening.map { [$0] } ?? []
      for descriptor in listening + state.holders + state.early { sockets.close(descriptor) }
      state.listening = nil
      serveCloseRequests(&state)
    }
  }

  /// Closes the listener. Who had connected is accepted first: closing would reset it.
  ///
  /// - Parameter tell: Called when no more connections are accepted, and none is refused yet; not
  ///   where the listener is closed already.
  func close(tell: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let isRunning = state.withLock { state in
      guard !state.isStopping else { return false }
      state.closeRequests.append(CloseRequest(tell: tell, done: done))
      return true
    }
    guard isRunning else { return }
    changed.set()
    done.wait()
  }

  /// Listens again, on the same port. Nothing happens where it does so already.
  ///
  /// - Parameter tell: Called before anybody can connect.
  func reopen(tell: () -> Void) throws(FaultServerError) {
    try state.withLock { (state) throws(FaultServerError) in
      guard state.listening == nil, !state.isStopping else { return }
      tell()
      try open(&state)
    }
    changed.set()
  }

  /// From now on a connection takes few unread bytes. Those that are open stay as they are.
  func narrow() {
    state.withLock { state in
      // The smallest that Linux gives: a body of some kilobytes closes the window.
      state.receiveBuffer = 2304
      if let listening = state.listening { sockets.narrow(listening, to: 2304) }
    }
  }

  /// Tells every connection to end at once.
  ///
  /// - Returns: The connections that were notified.
  func endConnections() -> [ConnectionGroup] {
    state.withLock { state in
      let connectionGroups = state.connectionGroups
      for connectionGroup in connectionGroups { connectionGroup.end.set() }
      state.connectionGroups = []
      return connectionGroups
    }
  }

  /// Makes `run` give the port back and return.
  func stop() {
    state.withLock { $0.isStopping = true }
    changed.set()
  }

  private func open(_ state: inout State) throws(FaultServerError) {
    let connectionGroup = try ConnectionGroup(sockets: sockets)
    state.listening = try sockets.listen(port: state.port, receiveBuffer: state.receiveBuffer)
    // Those whose connections have all ended need no further notification.
    state.connectionGroups.removeAll(where: \.isOver)
    state.connectionGroups.append(connectionGroup)
  }

  private func serveCloseRequests(_ state: inout State) {
    for request in state.closeRequests {
      if let listening = state.listening {
        request.tell()
        sockets.close(listening)
        state.listening = nil
        state.connectionGroups.last?.closeIdle.set()
      }
      request.done.signal()
    }
    state.closeRequests = []
  }

  private func acceptAll(_ state: inout State) -> (count: Int, handlers: [ConnectionHandler]) {
    guard let listening = state.listening, let connectionGroup = state.connectionGroups.last else {
      return (0, [])
    }
    var (count, handlers) = (0, [ConnectionHandler]())
    while let descriptor = state.early.popLast() ?? sockets.accept(listening) {
      if let handler = accepted(descriptor, connectionGroup) {
        handlers.append(handler)
      }
      count += 1
    }
    return (count, handlers)
  }
}
