// Owns: a complete send's arrival, its faults and what the contract makes of it.

import AcceptanceModel

extension ServerCore {
  func arrive(
    _ request: RequestNumber, _ connection: ConnectionNumber, _ head: RequestHead,
    _ body: BodyReading, descriptor: Int32, life: Int
  ) -> Send? {
    let elements = spec.body == .batch ? body.elements : []
    let first = elements.first ?? body
    let key = KeyReading.key(spec, head: head, body: first)
    return state.withLock { state in
      guard state.life == life else { return nil }
      endThoseWhosePeerLeft(&state)
      let facts = note(request, connection, first, key, &state)
      state.inFlight[request] = descriptor
      var send = Send(
        facts: facts, head: head, body: first, faults: state.plan.faults(for: facts), life: life)
      for body in elements.dropFirst() {
        state.requestCount += 1
        let number = RequestNumber(state.requestCount)
        let key = KeyReading.key(spec, head: head, body: body)
        let facts = note(number, connection, body, key, &state)
        send.companions.append(BatchElement(facts: facts, body: body))
        state.companions[request, default: []].append(number)
        for met in state.plan.faults(for: facts) where !send.faults.contains(met) {
          send.faults.append(met)
        }
      }
      return send
    }
  }

  private func note(
    _ request: RequestNumber, _ connection: ConnectionNumber, _ body: BodyReading, _ key: KeyFacts,
    _ state: inout State
  ) -> SendFacts {
    let attribution = state.book.attribute(body, key: key.key)
    let numbers = state.plan.countSend(attribution.operation, key.key)
    let facts = SendFacts(
      request: request, connection: connection, attribution: attribution, key: key,
      body: body.facts, sendOfOperation: numbers.ofOperation, sendOfKey: numbers.ofKey)
    observe(.arrived(facts))
    return facts
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
      let outcomes = try store.transaction { () throws(FaultServerError) in
        var outcomes: [(processed: Processed, answer: Answer)] = []
        for element in send.elements {
          outcomes.append(try process(element, send.head, store, bindsKey: bindsKey))
        }
        return outcomes
      }
      for (element, outcome) in zip(send.elements, outcomes) {
        guard case .committed(let record, _, _) = outcome.processed else { continue }
        observe(.committed(record.number, element.facts.request))
      }
      // Points after the commit exist where anything was let in.
      let processed = outcomes.first { !$0.processed.isRefused } ?? outcomes[0]
      let isBatch = spec.body == .batch && !processed.processed.isRefused
      return (
        processed.processed,
        isBatch ? maker.answer(toBatch: outcomes.map(\.answer)) : processed.answer
      )
    }
  }

  private func process(
    _ element: BatchElement, _ head: RequestHead, _ store: any RecordStore, bindsKey: Bool
  ) throws(FaultServerError) -> (processed: Processed, answer: Answer) {
    let key = element.facts.key
    let processed = try contract.process(
      key: key, head: head, body: element.body, in: store, now: clock(), bindsKey: bindsKey)
    let answer = maker.answer(to: processed, key: key.key)
    if case .committed = processed, let key = key.key, contract.keeps(answer) {
      try store.saveAnswer(answer, for: key)
    }
    return (processed, answer)
  }

  /// The application itself gave this answer: a contract that repeats answers repeats it.
  func keep(_ answer: Answer, for send: Send) throws(FaultServerError) {
    guard contract.keeps(answer) else { return }
    try state.withLock { (state) throws(FaultServerError) in
      guard state.life == send.life else { return }
      for element in send.elements {
        if let key = element.facts.key.key { try state.store.saveAnswer(answer, for: key) }
      }
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
      let answer = maker.answer(
        from: template, processed: processed, key: send.key,
        other: try state.store.record(notFor: send.key),
        recordCount: try state.store.recordCount(), now: clock(), ports: state.ports)
      // One operation's success says nothing to a client that sent several.
      return spec.body == .batch && answer.facts.content == .success
        ? answer.told(as: .other) : answer
    }
  }
}
