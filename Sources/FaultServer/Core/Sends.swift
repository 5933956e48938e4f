// Owns: a complete send's arrival, its faults and what the contract makes of it.

import AcceptanceModel

extension ServerCore {
  func arrive(
    _ request: RequestNumber, _ connection: ConnectionNumber, _ head: RequestHead,
    _ body: BodyReading, descriptor: Int32, life: Int, isSenderUnknown: Bool = false
  ) -> Send? {
    let elements = spec.body == .batch ? body.elements : []
    let first = elements.first ?? body
    let key = KeyReading.key(spec, head: head, body: first)
    return state.withLock { state in
      guard state.life == life else { return nil }
      endThoseWhosePeerLeft(&state)
      let (facts, met) = note(
        request, connection, head, first, key, isSenderUnknown, &state)
      var faults = met
      let companions = elements.dropFirst().map { body in
        let (companion, met) = companion(of: facts, head, body, &state)
        faults += met.filter { !faults.contains($0) }
        return companion
      }
      var made: Result<Processed, FaultServerError>?
      if faults.isEmpty, onMoment == nil, spec.inProgress == .process, spec.body != .batch {
        // Nothing happens between its arrival and its commit: one lock will do.
        made = Result { () throws(FaultServerError) in
          try state.store.transaction { () throws(FaultServerError) in
            try decide(first, facts, head, state.store, bindsKey: true)
          }
        }
        if case .success(let processed) = made { tell(processed, of: request) }
      }
      state.inFlight[request] = descriptor
      return Send(
        facts: facts, companions: companions, head: head, body: first, faults: faults,
        life: life, made: made)
    }
  }

  /// The next operation of a batch: it has a number of its own.
  private func companion(
    of facts: SendFacts, _ head: RequestHead, _ body: BodyReading, _ state: inout State
  ) -> (BatchElement, [MatchedFault]) {
    let number = begin()
    let key = KeyReading.key(spec, head: head, body: body)
    state.companions[facts.request, default: []].append(number)
    let (facts, faults) = note(
      number, facts.connection, head, body, key, facts.isSenderUnknown, &state)
    return (BatchElement(facts: facts, body: body), faults)
  }

  /// The send as it was, already observed, and the faults that match it.
  private func note(
    _ request: RequestNumber, _ connection: ConnectionNumber, _ head: RequestHead,
    _ body: BodyReading, _ key: KeyFacts, _ isSenderUnknown: Bool,
    _ state: inout State
  ) -> (SendFacts, [MatchedFault]) {
    let attribution = state.book.attribute(body, key: key.key)
    let operation = attribution.operation ?? state.book.presume(key.key)
    let numbers = state.plan.countSend(operation, key.key)
    let facts = SendFacts(
      request: request, connection: connection, attribution: attribution, key: key,
      body: body.facts(withKey: key.key, in: spec.key),
      sendOfOperation: attribution.operation == nil ? 0 : numbers.ofOperation,
      sendOfKey: numbers.ofKey, hasCredential: head.hasCredential,
      shape: head.shape(multipart: body.multipart),
      isSenderUnknown: isSenderUnknown && attribution == .none,
      isCredentialRepeated: head.count(of: "Authorization") > 1)
    observe(.arrived(facts))
    return (facts, state.plan.faults(for: facts, of: operation, number: numbers.ofOperation))
  }

  /// The fault acts now; `false` where the server has crashed meanwhile.
  func act(_ fault: MatchedFault, on send: Send) -> Bool {
    state.withLock { state in
      guard state.life == send.life else { return false }
      observeActed(fault, send.request, send.facts.connection, &state)
      return true
    }
  }

  /// To be called under the lock, before anybody can notice the effect.
  func observeActed(
    _ fault: MatchedFault, _ request: RequestNumber?, _ connection: ConnectionNumber,
    _ state: inout State
  ) {
    state.plan.markActed(fault.index)
    observe(.faultActed(index: fault.index, request, connection))
  }

  /// Whether the send is processed now, later or not at all, because of another one with a key of
  /// its own.
  func turn(_ send: Send) throws(FaultServerError) -> InFlightKeys.Turn {
    let keys = send.elements.compactMap(\.facts.key.key)
    guard spec.inProgress != .process, !keys.isEmpty else { return .now }
    let wakeUp = try WakeUp()
    return state.withLock { $0.turns.take(keys, send.request, spec.inProgress, wakeUp) }
  }

  /// What the contract makes of the send; `nil` where the server has crashed meanwhile.
  func process(
    _ send: Send, bindsKey: Bool = true
  ) throws(FaultServerError) -> Outcome? {
    if let made = send.made {
      let processed = try made.get()
      return Outcome(processed: processed, answer: maker.answer(to: processed, key: send.key))
    }
    let elements = send.elements
    let decided = try state.withLock { (state) throws(FaultServerError) -> [Processed]? in
      guard state.life == send.life else { return nil }
      let store = state.store
      let decided = try store.transaction { () throws(FaultServerError) in
        var decided: [Processed] = []
        for element in elements {
          decided.append(
            try decide(element.body, element.facts, send.head, store, bindsKey: bindsKey))
        }
        return decided
      }
      for (element, processed) in zip(elements, decided) {
        tell(processed, of: element.facts.request)
      }
      return decided
    }
    guard let decided else { return nil }
    let answers = zip(elements, decided).map { maker.answer(to: $1, key: $0.facts.key.key) }
    // Points after the commit exist where anything was let in.
    let first = decided.firstIndex { !$0.isRefused } ?? 0
    let isBatch = spec.body == .batch && !decided[first].isRefused
    return Outcome(
      processed: decided[first],
      answer: isBatch ? maker.answer(toBatch: answers) : answers[first])
  }

  /// Records the send or finds its record, and keeps its answer where the contract repeats answers.
  private func decide(
    _ body: BodyReading, _ facts: SendFacts, _ head: RequestHead, _ store: any RecordStore,
    bindsKey: Bool
  ) throws(FaultServerError) -> Processed {
    let processed = try contract.process(
      key: facts.key, head: head, body: body, in: store, now: clock(), bindsKey: bindsKey)
    if spec.replay == .stored, case .committed = processed, let key = facts.key.key {
      let answer = maker.answer(to: processed, key: key)
      if contract.keeps(answer) { try store.saveAnswer(answer, for: key) }
    }
    return processed
  }

  private func tell(_ processed: Processed, of request: RequestNumber) {
    guard case .committed(let record, _, _) = processed else { return }
    observe(.committed(record.number, request))
  }

  /// A contract that repeats answers repeats this one, where the application itself can have given
  /// it. Pages, garbage and others' answers come from something between it and the client.
  func keep(_ answer: Answer, for send: Send) throws(FaultServerError) {
    guard contract.keeps(answer), [.success, .error].contains(answer.facts.content) else { return }
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
  ///
  /// - Returns: `false` where that is no conflict: without a key, or where bodies are not compared.
  func replaceRecord(of send: Send, by fault: MatchedFault) throws(FaultServerError) -> Bool {
    guard let key = send.key, spec.key != .none, spec.fingerprint != .none else { return false }
    return try state.withLock { (state) throws(FaultServerError) in
      guard state.life == send.life else { return false }
      observeActed(fault, send.request, send.facts.connection, &state)
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
      return true
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
