// Owns: the server's state and its log: every decision and the entry that records it are made
// under one lock, so that the log's order is the truth.
// Does not own: the decisions themselves (Policy) or the bytes (Transport).

import AcceptanceModel
import Synchronization

/// A complete send on its way. A class: it is handed on many times, and copying it would cost more
/// than serving it.
final class Send: Sendable {
  let facts: SendFacts
  /// The other operations of a batch: they share the fate of the first.
  let companions: [BatchElement]
  let head: RequestHead
  let body: BodyReading
  /// The faults that meet it, by their order in the plan.
  let faults: [MatchedFault]
  /// The server's life in which it arrived: after a crash nothing is done for it any more.
  let life: Int
  /// What was made of it when it arrived, where nothing may come in between.
  let made: Result<Processed, FaultServerError>?
  /// Whether nothing is to be restored once it has ended.
  let isPlain: Bool

  init(
    facts: SendFacts, companions: [BatchElement],
    head: RequestHead, body: BodyReading,
    faults: [MatchedFault], life: Int, made: Result<Processed, FaultServerError>?
  ) {
    self.facts = facts
    self.companions = companions
    self.head = head
    self.body = body
    self.faults = faults
    self.life = life
    self.made = made
    isPlain = made != nil
  }

  /// All operations that it carries: one, but for a batch.
  var elements: [BatchElement] { [BatchElement(facts: facts, body: body)] + companions }

  var request: RequestNumber { facts.request }
  var key: IdempotencyKey? { facts.key.key }
}

/// What the contract makes of a send, and how it is answered.
struct Outcome: Sendable {
  let processed: Processed
  let answer: Answer
}

/// One operation of a request.
struct BatchElement: Sendable {
  let facts: SendFacts
  let body: BodyReading
}

/// What `{port}` and `{otherPort}` are replaced by in an answer; 0 where nothing listens.
struct ServerPorts: Sendable, Hashable {
  var own = 0
  var other = 0
}

final class ServerCore: Sendable {
  /// The clock of answers and records, in seconds since 1970.
  typealias Clock = @Sendable () -> Int

  struct State {
    var plan: FaultPlan
    var book = OperationAttribution()
    var store: any RecordStore = MemoryRecordStore()
    var ports = ServerPorts()
    var connectionCount = 0
    /// Requests that arrived whole and are neither answered nor ended, with their sockets.
    var inFlight: [RequestNumber: Int32] = [:]
    /// The others of a batch whose first is in flight.
    var companions: [RequestNumber: [RequestNumber]] = [:]
    var life = 0
    var holds: [RequestNumber: WakeUp] = [:]
    var turns = InFlightKeys()
  }

  let spec: ServerSpec
  let endpoint: EndpointMatcher
  private let wallClock: Clock
  /// Seconds by which the scenario moved the clock.
  private let clockOffset = Atomic(0)
  /// Answers that the log has and whose last byte is not written yet.
  let answersOnTheWay = Atomic(0)
  /// Requests of all, as far as they have begun.
  let requestCount = Atomic(0)
  private let mayFaultEarly: Atomic<Bool>
  let contract: IdempotencyContract
  let maker: ResponseBuilder
  let observe: @Sendable (ServerObservation) -> Void
  let sockets: Sockets
  let identifySender: (@Sendable (ConnectionPorts) -> RequestSender)?
  let observedConnectionLimit: Int
  let onMoment: (@Sendable (ServerMoment) -> Void)?
  let state: BlockingMutex<State>

  init(
    spec: ServerSpec, faults: [PlannedFault], clock: @escaping Clock, sockets: Sockets,
    identifySender: (@Sendable (ConnectionPorts) -> RequestSender)? = nil,
    observedConnectionLimit: Int = .max,
    onMoment: (@Sendable (ServerMoment) -> Void)? = nil,
    observe: @escaping @Sendable (ServerObservation) -> Void
  ) {
    self.spec = spec
    endpoint = EndpointMatcher(spec: spec)
    wallClock = clock
    self.sockets = sockets
    self.observe = observe
    self.identifySender = identifySender
    self.observedConnectionLimit = observedConnectionLimit
    self.onMoment = onMoment
    mayFaultEarly = Atomic(faults.contains { $0.point.isBeforeBodyEnd })
    contract = IdempotencyContract(spec: spec)
    maker = ResponseBuilder(spec: spec)
    state = BlockingMutex(State(plan: FaultPlan(faults)))
  }

  var unreachedFaults: [Int] { state.withLock { $0.plan.unreached } }

  /// Whether the plan has faults that act before a request is whole. Read without the lock.
  var hasEarlyFaults: Bool { mayFaultEarly.load(ordering: .acquiring) }

  /// To be called under the lock, after the plan has changed.
  func planChanged(_ state: State) {
    mayFaultEarly.store(state.plan.hasEarlyFaults, ordering: .releasing)
  }

  /// Seconds since 1970, as the server has it.
  func clock() -> Int { wallClock() + clockOffset.load(ordering: .acquiring) }

  func moveClock(by duration: Duration) {
    state.withLock { _ in
      clockOffset.add(Int(duration.components.seconds), ordering: .acquiringAndReleasing)
      observe(.clockMoved(duration))
    }
  }

  func resetClock() { clockOffset.store(0, ordering: .releasing) }

  var life: Int { state.withLock { $0.life } }

  /// Before the first connection.
  func open(_ records: RecordsPlace) throws(FaultServerError) {
    guard case .file(let path) = records else { return }
    try state.withLock { (state) throws(FaultServerError) in
      do throws(FaultServerError) {
        state.store = try SQLiteRecordStore(path: path)
      } catch {
        guard case .storeFailed(let reason) = error else { throw error }
        throw .storeNotOpened(reason: reason)
      }
    }
  }

  var recordCount: Int {
    get throws(FaultServerError) {
      try state.withLock { (state) throws(FaultServerError) in try state.store.recordCount() }
    }
  }

  func listening(on port: Int) {
    state.withLock { state in
      state.ports.own = port
      observe(.listening)
    }
  }

  func watching(on port: Int) { state.withLock { $0.ports.other = port } }

  func emit(_ observation: ServerObservation) { state.withLock { _ in observe(observation) } }

  func register(_ operation: OperationName, marker: Marker) {
    state.withLock { $0.book.register(operation, marker: marker) }
  }

  func register(_ operation: OperationName, key: IdempotencyKey) {
    state.withLock { $0.book.register(operation, key: key) }
  }
}
