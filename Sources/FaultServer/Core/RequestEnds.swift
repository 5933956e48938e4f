// Owns: how a request ends: answered, lost, held or crashed, once each.

import AcceptanceModel

extension ServerCore {
  /// Called before the answer's last byte leaves; `false` where the request has ended meanwhile.
  ///
  /// - Parameter others: What the answer says to the others of a batch; `facts` where left out.
  func answered(_ send: Send, _ facts: AnswerFacts, others: [AnswerFacts] = []) -> Bool {
    state.withLock { state in
      state.turns.leave(send.request)
      guard state.inFlight.removeValue(forKey: send.request) != nil else { return false }
      state.plan.leave(send.request, isAnswered: true)
      answersOnTheWay.add(1, ordering: .relaxed)
      observe(.answered(send.request, facts))
      for (index, companion) in send.companions.enumerated() {
        let own = others.indices.contains(index) ? others[index] : facts
        observe(.answered(companion.facts.request, own))
      }
      return true
    }
  }

  /// Called before the first of these bytes leaves, which are all that the client gets.
  func broken(_ request: RequestNumber, _ bytes: some Collection<UInt8>) {
    guard let broken = AnswerInspection.inspect(bytes) else { return }
    state.withLock { state in
      guard state.inFlight[request] != nil else { return }
      for number in [request] + state.companions[request, default: []] {
        observe(.answerBroken(number, broken))
      }
    }
  }

  /// The last byte of an answer was written, or can't be.
  func answerHandedOver() { answersOnTheWay.subtract(1, ordering: .releasing) }

  /// Nothing happens where the request is answered or has ended already.
  ///
  /// - Parameter isOver: `false` where the server continues with the request, though no client
  ///   waits.
  func ended(_ request: RequestNumber, _ end: RequestEnd, isOver: Bool = true) {
    state.withLock { state in
      if isOver { state.turns.leave(request) }
      guard state.inFlight.removeValue(forKey: request) != nil else { return }
      tellEnd(of: request, end, state)
    }
  }

  /// A batch ends as a whole.
  private func tellEnd(of request: RequestNumber, _ end: RequestEnd, _ state: State) {
    observe(.ended(request, end))
    for companion in state.companions[request, default: []] { observe(.ended(companion, end)) }
  }

  /// The server is through with the request, however it ended.
  func leave(_ request: RequestNumber) {
    state.withLock { state in
      state.turns.leave(request)
      state.plan.leave(request)
      for companion in state.companions.removeValue(forKey: request) ?? [] {
        state.plan.leave(companion)
      }
    }
  }

  /// - Returns: What is set when the request may go on.
  func hold(_ fault: MatchedFault, _ send: Send) throws(FaultServerError) -> WakeUp? {
    let wakeUp = try WakeUp()
    return state.withLock { state in
      guard state.life == send.life else { return nil }
      state.holds[send.request] = wakeUp
      observeActed(fault, send.request, send.facts.connection, &state)
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
      for request in state.inFlight.keys.sorted() { tellEnd(of: request, .reset, state) }
      state.inFlight = [:]
      state.turns = InFlightKeys()
      if records == .lost {
        try state.store.removeAll()
        observe(.recordsLost)
      }
      observe(.restarted(records))
    }
  }

  /// Whatever arrives, the clients of all others are looked for first: one that was killed a moment
  /// ago may have left requests behind that have not been answered, and a later process must not be
  /// taken for their sender.
  func endThoseWhosePeerLeft(_ state: inout State) {
    guard !state.inFlight.isEmpty else { return }
    let requests = state.inFlight.keys.sorted()
    let isGone = sockets.areClosedByPeer(requests.map { state.inFlight[$0] ?? -1 })
    let left = zip(requests, isGone).filter { $0.1 }.map(\.0)
    for request in left {
      // A server that finds its client gone keeps no other client waiting for it.
      state.turns.leave(request)
      state.inFlight[request] = nil
      tellEnd(of: request, .peerGone, state)
    }
  }
}
