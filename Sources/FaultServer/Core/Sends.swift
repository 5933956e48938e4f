// Owns: a complete send's arrival, its faults and what the contract makes of it.

import AcceptanceModel

extension ServerCore {
  func arrive(
    _ request: RequestNumber, _ connection: ConnectionNumber, _ head: RequestHead,
    _ body: BodyReading, descriptor: Int32, life: Int
  ) -> Send? {
    let key = KeyReading.key(spec, head: head, body: body)
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

  /// Whether the send is processed now, later or not at all, because of another one of its key.
  func turn(_ send: Send) throws(FaultServerError) -> KeyTurns.Turn {
    guard spec.inProgress != .process, let key = send.key else { return .now }
    let wakeUp = try WakeUp()
    return state.withLock { $0.turns.take(key, send.request, spec.inProgress, wakeUp) }
  }

  /// What the contract makes of the send; `nil` where the server has crashed meanwhile.
  func process(
    _ send: Send, bindsKey: Bool = true
  ) throws(FaultServerError) -> (Processed, Answer)? {
    try state.withLock { (state) throws(FaultServerError) in
      guard state.life == send.life else { return nil }
      let store = state.store
      let (processed, answer) = try store.transaction { () throws(FaultServerError) in
        let processed = try contract.process(
          key: send.facts.key, head: send.head, body: send.body, in: store, now: clock(),
          bindsKey: bindsKey)
        let answer = maker.answer(to: processed, key: send.key)
        if case .committed = processed, let key = send.key, contract.keeps(answer) {
          try store.saveAnswer(answer, for: key)
        }
        return (processed, answer)
      }
      if case .committed(let record, _, _) = processed {
        observe(.committed(record.number, send.request))
      }
      return (processed, answer)
    }
  }

  /// The application itself gave this answer: a contract that repeats answers repeats it.
  func keep(_ answer: Answer, for send: Send) throws(FaultServerError) {
    guard let key = send.key, contract.keeps(answer) else { return }
    try state.withLock { (state) throws(FaultServerError) in
      guard state.life == send.life else { return }
      try state.store.saveAnswer(answer, for: key)
    }
  }

  func bindKey(of send: Send, to record: StoredRecord) throws(FaultServerError) {
    guard let key = send.key, spec.key != .none else { return }
    try state.withLock { (state) throws(FaultServerError) in
      guard state.life == send.life, try state.store.record(for: key) == nil else { return }
      try state.store.bind(key, to: record.number)
    }
  }

  static let otherPayload = Array(#"{"replaced":true}"#.utf8)

  /// Gives the record under the send's key another body, making the record where there is none.
  func replaceRecord(of send: Send) throws(FaultServerError) {
    guard let key = send.key, spec.key != .none else { return }
    try state.withLock { (state) throws(FaultServerError) in
      guard state.life == send.life else { return }
      let payload = Self.otherPayload
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
      from: template, processed: nil, key: nil, other: nil, recordCount: 0, now: clock(),
      ports: state.withLock { $0.ports })
  }

  func answer(
    to send: Send, from template: AnswerTemplate, _ processed: Processed?
  ) throws(FaultServerError) -> Answer {
    try state.withLock { (state) throws(FaultServerError) in
      maker.answer(
        from: template, processed: processed, key: send.key,
        other: try state.store.record(notFor: send.key),
        recordCount: try state.store.recordCount(), now: clock(), ports: state.ports)
    }
  }
}
