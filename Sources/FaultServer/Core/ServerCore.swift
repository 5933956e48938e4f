// Owns: the server's state and its log: every decision and the entry that tells of it are made
// under one lock, so that the log's order is the truth.
// Does not own: the decisions themselves (Policy) or the bytes (Transport).

import AcceptanceModel
import Synchronization

/// A complete send on its way.
struct Send: Sendable {
  let facts: SendFacts
  let head: RequestHead
  let body: BodyReading
  /// The faults that meet it, by their order in the plan.
  let faults: [MetFault]
  /// The server's life in which it arrived: after a crash nothing is done for it any more.
  let life: Int

  var request: RequestNumber { facts.request }
  var key: IdempotencyKey? { facts.key.key }
}

final class ServerCore: Sendable {
  /// The clock of answers and records, in seconds since 1970.
  typealias Clock = @Sendable () -> Int

  struct State {
    var plan: FaultPlan
    var book = OperationBook()
    let store: any RecordStore
    var requestCount = 0
    var connectionCount = 0
    /// Requests that arrived whole and are neither answered nor ended, with their sockets.
    var inFlight: [RequestNumber: Int32] = [:]
    var life = 0
    var holds: [RequestNumber: WakeUp] = [:]
  }

  let spec: ServerSpec
  let clock: Clock
  let hasEarlyFaults: Bool
  private let contract: IdempotencyContract
  private let maker: AnswerMaker
  private let observe: @Sendable (ServerObservation) -> Void
  private let state: Mutex<State>

  init(
    spec: ServerSpec, faults: [PlannedFault], clock: @escaping Clock,
    makeStore: () -> sending any RecordStore,
    observe: @escaping @Sendable (ServerObservation) -> Void
  ) {
    self.spec = spec
    self.clock = clock
    self.observe = observe
    hasEarlyFaults = faults.contains { $0.point.isBeforeBodyEnd }
    contract = IdempotencyContract(spec: spec)
    maker = AnswerMaker(spec: spec)
    state = Mutex(State(plan: FaultPlan(faults), store: makeStore()))
  }

  var unreachedFaults: [Int] { state.withLock { $0.plan.unreached } }

  var life: Int { state.withLock { $0.life } }

  func emit(_ observation: ServerObservation) { state.withLock { _ in observe(observation) } }

  func register(_ operation: OperationName, marker: Marker) {
    state.withLock { $0.book.register(operation, marker: marker) }
  }

  func register(_ operation: OperationName, key: IdempotencyKey) {
    state.withLock { $0.book.register(operation, key: key) }
  }
}

// MARK: - Before a request is whole

extension ServerCore {
  func connected() -> (number: ConnectionNumber, life: Int) {
    state.withLock { state in
      state.connectionCount += 1
      let number = ConnectionNumber(state.connectionCount)
      observe(.connected(number))
      return (number, state.life)
    }
  }

  func faultAtAccept(_ connection: ConnectionNumber) -> MetFault? {
    state.withLock { $0.plan.faultAtAccept(connection, requestCount: $0.requestCount) }
  }

  func begin() -> RequestNumber {
    state.withLock { state in
      state.requestCount += 1
      return RequestNumber(state.requestCount)
    }
  }

  /// The faults that meet a request whose body has not been read.
  func faultsBeforeBody(
    _ request: RequestNumber, _ connection: ConnectionNumber, _ head: RequestHead
  ) -> [MetFault] {
    guard hasEarlyFaults else { return [] }
    let key = KeyReading.key(at: spec.key, head: head, json: nil).key
    return state.withLock { state in
      state.plan.faultsBeforeBody(
        request, connection, operation: state.book.guess(key), key: key)
    }
  }

  /// A fault ends the request before it is whole.
  func cut(
    _ fault: MetFault, _ request: RequestNumber, _ connection: ConnectionNumber,
    _ head: RequestHead, bodyBytes: Int
  ) {
    let key = KeyReading.key(at: spec.key, head: head, json: nil).key
    state.withLock { state in
      state.plan.markActed(fault.index)
      state.plan.countCut(state.book.guess(key), key)
      observe(.faultActed(index: fault.index, request, connection))
      observe(.partial(request, connection, bodyBytes: bodyBytes))
    }
  }

  func actAtAccept(_ fault: MetFault, _ connection: ConnectionNumber) {
    state.withLock { state in
      state.plan.markActed(fault.index)
      observe(.faultActed(index: fault.index, nil, connection))
    }
  }

  /// A fault changes how the request goes on, without ending it.
  func actBeforeBody(
    _ fault: MetFault, _ request: RequestNumber, _ connection: ConnectionNumber
  ) {
    state.withLock { state in
      state.plan.markActed(fault.index)
      observe(.faultActed(index: fault.index, request, connection))
    }
  }
}

// MARK: - A complete send

extension ServerCore {
  func arrive(
    _ request: RequestNumber, _ connection: ConnectionNumber, _ head: RequestHead,
    _ body: BodyReading, descriptor: Int32, life: Int
  ) -> Send? {
    let key = KeyReading.key(at: spec.key, head: head, json: body.json)
    return state.withLock { state in
      guard state.life == life else { return nil }
      endThoseWhosePeerLeft(&state)
      let attribution = state.book.attribute(body, key: key.key)
      let numbers = state.plan.countSend(attribution.operation, key.key)
      let facts = SendFacts(
        request: request, connection: connection, attribution: attribution, key: key,
        body: body.facts, sendOfOperation: numbers.ofOperation, sendOfKey: numbers.ofKey)
      state.inFlight[request] = descriptor
      observe(.arrived(facts))
      return Send(
        facts: facts, head: head, body: body, faults: state.plan.faults(for: facts), life: life)
    }
  }

  /// The fault acts now; `false` where the server has crashed meanwhile.
  func act(_ fault: MetFault, on send: Send) -> Bool {
    state.withLock { state in
      guard state.life == send.life else { return false }
      state.plan.markActed(fault.index)
      observe(.faultActed(index: fault.index, send.request, send.facts.connection))
      return true
    }
  }

  /// What the contract makes of the send; `nil` where the server has crashed meanwhile.
  func process(_ send: Send, bindsKey: Bool = true) throws(FaultServerError) -> Processed? {
    try state.withLock { (state) throws(FaultServerError) in
      guard state.life == send.life else { return nil }
      let processed = try contract.process(
        key: send.facts.key, body: send.body, in: state.store, now: clock(), bindsKey: bindsKey)
      if case .committed(let record, _, _) = processed {
        observe(.committed(record.number, send.request))
      }
      return processed
    }
  }

  func bindKey(of send: Send, to record: StoredRecord) throws(FaultServerError) {
    guard let key = send.key, spec.key != .none else { return }
    try state.withLock { (state) throws(FaultServerError) in
      guard state.life == send.life, try state.store.record(for: key) == nil else { return }
      try state.store.bind(key, to: record.number)
    }
  }

  /// Gives the record under the send's key another body, making the record where there is none.
  func replaceRecord(of send: Send) throws(FaultServerError) {
    guard let key = send.key, spec.key != .none else { return }
    try state.withLock { (state) throws(FaultServerError) in
      guard state.life == send.life else { return }
      let payload = Array(#"{"replaced":true}"#.utf8)
      let record: StoredRecord
      if let known = try state.store.record(for: key) {
        record = known
      } else {
        record = try state.store.insert(key: key, payload: payload, madeAt: clock())
        observe(.committed(record.number, send.request))
      }
      try state.store.replacePayload(of: record.number, with: payload)
      observe(.recordReplaced(record.number, send.request))
    }
  }

  /// An answer to a request that never became whole.
  func answerWithoutSend(_ template: AnswerTemplate) -> Answer {
    maker.answer(
      from: template, processed: nil, key: nil, other: nil, recordCount: 0, now: clock())
  }

  func answer(to send: Send, _ processed: Processed) -> Answer {
    maker.answer(to: processed, key: send.key)
  }

  func answer(
    to send: Send, from template: AnswerTemplate, _ processed: Processed?
  ) throws(FaultServerError) -> Answer {
    try state.withLock { (state) throws(FaultServerError) in
      maker.answer(
        from: template, processed: processed, key: send.key,
        other: try state.store.record(notFor: send.key),
        recordCount: try state.store.recordCount(), now: clock())
    }
  }
}

// MARK: - The end of a request

extension ServerCore {
  /// Called before the answer's last byte leaves; `false` where the request has ended meanwhile.
  func answered(_ send: Send, _ facts: AnswerFacts) -> Bool {
    state.withLock { state in
      guard state.inFlight.removeValue(forKey: send.request) != nil else { return false }
      observe(.answered(send.request, facts))
      return true
    }
  }

  /// Nothing happens where the request is answered or has ended already.
  func ended(_ request: RequestNumber, _ end: RequestEnd) {
    state.withLock { state in
      guard state.inFlight.removeValue(forKey: request) != nil else { return }
      observe(.ended(request, end))
    }
  }

  /// - Returns: What is set when the request may go on.
  func hold(_ fault: MetFault, _ send: Send) throws(FaultServerError) -> WakeUp? {
    let wakeUp = try WakeUp()
    return state.withLock { state in
      guard state.life == send.life else { return nil }
      state.plan.markActed(fault.index)
      state.holds[send.request] = wakeUp
      observe(.faultActed(index: fault.index, send.request, send.facts.connection))
      observe(.held(send.request))
      return wakeUp
    }
  }

  func resume(_ request: RequestNumber) { state.withLock { $0.holds[request]?.set() } }

  func released(_ request: RequestNumber) {
    state.withLock { state in
      guard state.holds.removeValue(forKey: request) != nil else { return }
      observe(.released(request))
    }
  }

  /// The server dies: every request in flight ends, and nothing more is done for any.
  func crash(_ records: RecordsAfterRestart) throws(FaultServerError) {
    try state.withLock { (state) throws(FaultServerError) in
      state.life += 1
      for request in state.inFlight.keys.sorted() { observe(.ended(request, .reset)) }
      state.inFlight = [:]
      if records == .lost {
        try state.store.removeAll()
        observe(.recordsLost)
      }
      observe(.restarted(records))
    }
  }

  private func endThoseWhosePeerLeft(_ state: inout State) {
    let left = state.inFlight.filter { Sockets.isClosedByPeer($0.value) }.keys.sorted()
    for request in left {
      state.inFlight[request] = nil
      observe(.ended(request, .peerGone))
    }
  }
}
