// Owns: the fault server as its users see it. Does not own: what it decides (Policy, ServerCore) or
// what it writes (Transport).

import AcceptanceModel
import Dispatch
import Synchronization

package struct FaultServerConfiguration: Sendable {
  package var spec: ServerSpec
  package var faults: [PlannedFault]
  /// 0: any free port.
  package var port: Int
  package var records: RecordsPlace
  /// Seconds since 1970, for dates in answers and the ages of records.
  package var clock: @Sendable () -> Int
  /// Asked for the sender of what carries neither marker nor known key; `nil`: all is the client's.
  package var identifySender: (@Sendable (ConnectionPorts) -> RequestSender)?

  /// How many connections are observed: a client that opens one after the other and sends nothing
  /// must not fill the history.
  package var observedConnectionLimit = Int.max
  /// Called at each moment on the connection's own thread, which continues once it has returned:
  /// whoever blocks here holds the connection. `nil`: no moment is reported, and short requests are
  /// served at once.
  package var onMoment: (@Sendable (ServerMoment) -> Void)?
  package var sockets = SocketSystem.current

  package init(
    spec: ServerSpec, faults: [PlannedFault] = [], port: Int = 0,
    records: RecordsPlace = .memory,
    clock: @escaping @Sendable () -> Int = WallClock.seconds,
    identifySender: (@Sendable (ConnectionPorts) -> RequestSender)? = nil
  ) {
    self.identifySender = identifySender
    self.spec = spec
    self.faults = faults
    self.port = port
    self.records = records
    self.clock = clock
  }
}

/// Where the records are.
package enum RecordsPlace: Sendable, Hashable {
  /// Gone with the server.
  case memory
  /// An SQLite file at this path; made where there is none, its folder must exist. What was
  /// answered is on the disk.
  case file(String)
}

/// A server on the loopback that records what arrives, answers by its contract, and breaks what the
/// plan says.
///
/// `observe` is called synchronously, one call at a time, on the server's threads, before a client
/// can know of what it reports. It must not call the server.
package final class FaultServer: Sendable {
  private struct State {
    var failure: FaultServerError?
    var isStopping = false
    var listener: Listener?
    /// The other origin's; opened with the first fault that leads there.
    var elsewhere: Listener?
  }

  private let configuration: FaultServerConfiguration
  let core: ServerCore
  private let sockets: Sockets
  private let workers = WorkerPool()
  private let state = Mutex(State())
  let swaps = AnswerExchange()

  package init(
    _ configuration: FaultServerConfiguration,
    observe: @escaping @Sendable (ServerObservation) -> Void
  ) {
    self.configuration = configuration
    sockets = Sockets(configuration.sockets)
    core = ServerCore(
      spec: configuration.spec, faults: configuration.faults, clock: configuration.clock,
      sockets: sockets, identifySender: configuration.identifySender,
      observedConnectionLimit: configuration.observedConnectionLimit,
      onMoment: configuration.onMoment, observe: observe)
  }

  /// Starts once.
  ///
  /// - Returns: The port on 127.0.0.1, ready to accept.
  package func start() throws(FaultServerError) -> Int {
    guard listener == nil else { throw .alreadyStarted }
    try core.open(configuration.records)
    let listener = try Listener(workers: workers, sockets: sockets) {
      [weak self, sockets] descriptor, connectionGroup in
      if let self {
        return self.welcome(descriptor, connectionGroup)
      }
      sockets.close(descriptor)
      return nil
    }
    if configuration.faults.contains(where: \.needsNarrowWindow) { listener.narrow() }
    let port = try listener.start(port: configuration.port)
    let isFirst = state.withLock { state in
      guard state.listener == nil else { return false }
      state.listener = listener
      return true
    }
    guard isFirst else { throw .alreadyStarted }
    try watchElsewhere(for: configuration.faults)
    core.listening(on: port)
    guard workers.run({ listener.run() }) else { throw .noThreads }
    return port
  }

  /// Before the client can send: requests with this marker in their body belong to the operation.
  /// One marker may belong to several operations: equal content that was tapped more than once.
  package func register(_ operation: OperationName, marker: Marker) {
    core.register(operation, marker: marker)
  }

  /// The client said that it will send the operation under this key.
  package func register(_ operation: OperationName, key: IdempotencyKey) {
    core.register(operation, key: key)
  }

  /// From the return on connections are refused; requests that are under way go on, and idle
  /// connections are closed.
  package func takeDown() {
    listener?.close { [core] in core.emit(.down) }
  }

  /// From the return on connections are accepted again.
  package func bringUp() {
    reopen { core.emit(.up) }
  }

  /// The server's clock goes forward, by whole seconds: keys that are older than its retention are
  /// forgotten, and dates in answers are later.
  package func moveClock(by duration: Duration) { core.moveClock(by: duration) }

  /// Every connection is reset; waits until all have ended, then accepts again.
  package func restart(_ records: RecordsAfterRestart) {
    do {
      for connectionGroup in try kill(records) {
        _ = connectionGroup.open.wait(timeout: .now() + .seconds(10))
      }
    } catch {
      failed(error)
    }
  }

  /// As if the server had just started, with these faults: every connection is reset, the records
  /// are gone, counts begin at 1, the clock is right, connections are accepted. Emits `.listening` in
  /// between. Not to be called twice at once.
  package func startAnew(faults: [PlannedFault]) throws(FaultServerError) {
    listener?.close {}
    try core.crash(.lost)
    for connectionGroup in listener?.endConnections() ?? [] {
      _ = connectionGroup.open.wait(timeout: .now() + .seconds(10))
    }
    try prepare(for: faults)
    core.resetClock()
    core.startAnew(faults)
    reopen {}
  }

  /// Lets a request go on that a fault holds. Nothing happens where none is held.
  package func resume(_ request: RequestNumber) { core.resume(request) }

  /// Whether every answer that was observed is in the client's hands, to its last byte.
  package var hasHandedOverAnswers: Bool {
    core.answersOnTheWay.load(ordering: .acquiring) == 0
  }

  /// Looks whether the clients of requests in flight are still there; those that have left are
  /// observed as gone before this returns. Otherwise that is noticed when the next request arrives.
  package func lookForDepartedClients() {
    core.state.withLock { core.endThoseWhosePeerLeft(&$0) }
  }

  /// Indexes of planned faults that never acted.
  package var unreachedFaults: [Int] { core.unreachedFaults }

  /// Records in the store now, also those of earlier runs.
  package var recordCount: Int {
    get throws(FaultServerError) { try core.recordCount }
  }

  /// Why the server's record can't be trusted; `nil` while it can.
  package var failure: FaultServerError? { state.withLock { $0.failure } }

  /// Ends every connection and waits for every thread. Stalls end at once. A server that was started
  /// must be stopped: its threads keep it alive. Not to be called from `observe`.
  package func stop() {
    let listeners = state.withLock { state in
      state.isStopping = true
      return [state.listener, state.elsewhere]
    }
    for case let listener? in listeners {
      listener.stop()
      _ = listener.endConnections()
    }
    workers.stop()
  }

  private var listener: Listener? { state.withLock { $0.listener } }

  private func reopen(tell: () -> Void) {
    do {
      try listener?.reopen(tell: tell)
    } catch {
      failed(error)
    }
  }

  private func kill(_ records: RecordsAfterRestart) throws(FaultServerError) -> [ConnectionGroup] {
    // Who connects from here on belongs to the next life, or is refused.
    listener?.close {}
    // The log first: a thread that wakes finds its request ended, and says nothing of its own.
    try core.crash(records)
    let connectionGroups = listener?.endConnections() ?? []
    reopen {}
    return connectionGroups
  }

  /// Before faults are added to a server that runs: what they need of its sockets.
  func prepare(for faults: [PlannedFault]) throws(FaultServerError) {
    if faults.contains(where: \.needsNarrowWindow) { listener?.narrow() }
    try watchElsewhere(for: faults)
  }

  /// Opens the other origin where one of the faults leads there. A server that is down, or crashes,
  /// keeps it: it belongs to somebody else.
  private func watchElsewhere(for faults: [PlannedFault]) throws(FaultServerError) {
    guard faults.contains(where: \.leadsElsewhere) else { return }
    let listener = try Listener(workers: workers, sockets: sockets) {
      [weak self, sockets] descriptor, connectionGroup in
      if let self {
        return self.welcome(descriptor, connectionGroup, .other)
      }
      sockets.close(descriptor)
      return nil
    }
    let isWanted = state.withLock { state in
      guard state.elsewhere == nil, !state.isStopping else { return false }
      state.elsewhere = listener
      return true
    }
    guard isWanted else { return }
    let port = try listener.start(port: 0)
    guard workers.run({ listener.run() }) else { throw .noThreads }
    core.watching(on: port)
  }

  /// - Returns: `nil` where the connection has a thread of its own.
  private func welcome(
    _ descriptor: Int32, _ connectionGroup: ConnectionGroup, _ origin: Origin = .own
  ) -> ConnectionHandler? {
    let (number, life) = core.connected()
    connectionGroup.open.enter()
    let connectionHandler = ConnectionHandler(
      core: core, server: self,
      connection: Connection(descriptor: descriptor, connectionGroup: connectionGroup),
      number: number, life: life, origin: origin)
    guard origin == .other || core.hasEarlyFaults || core.onMoment != nil else {
      return connectionHandler
    }
    if !giveThread(to: connectionHandler, { $0.converse() }) { connectionHandler.leave(.reset) }
    return nil
  }
}

extension FaultServer: ServerControl {
  func crash(_ records: RecordsAfterRestart) throws(FaultServerError) { _ = try kill(records) }

  func giveThread(
    to connectionHandler: ConnectionHandler,
    _ body: @escaping @Sendable (ConnectionHandler) -> Connection.Ending
  ) -> Bool {
    let isRunning = workers.run { connectionHandler.leave(body(connectionHandler)) }
    if !isRunning, !isStopping { failed(.noThreads) }
    return isRunning
  }

  func failed(_ error: FaultServerError) {
    state.withLock { state in
      if state.failure == nil { state.failure = error }
    }
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }
}

extension PlannedFault {
  fileprivate var needsNarrowWindow: Bool { action == .zeroWindow }
}
