// Owns: connections and requests that are not whole: their numbers and what ends them early.

import AcceptanceModel

extension ServerCore {
  func connected() -> (number: ConnectionNumber, life: Int) {
    state.withLock { state in
      state.connectionCount += 1
      let number = ConnectionNumber(state.connectionCount)
      if number.number <= observedConnectionLimit { observe(.connected(number)) }
      return (number, state.life)
    }
  }

  func faultAtAccept(_ connection: ConnectionNumber) -> MatchedFault? {
    let requestCount = requestCount.load(ordering: .acquiring)
    return state.withLock { $0.plan.faultAtAccept(connection, requestCount: requestCount) }
  }

  /// A request came to the other origin. It is no send, whatever it carries, and nothing is learnt
  /// of its key.
  func followed(
    _ request: RequestNumber, _ connection: ConnectionNumber, _ head: RequestHead,
    _ body: BodyReading
  ) {
    let key = KeyReading.key(spec, head: head, body: body).key
    state.withLock { state in
      var book = state.book
      let operation = book.attribute(body, key: key).operation
      observe(
        .followedRedirect(
          request, connection,
          RedirectCargo(
            operation: operation, hasKey: key != nil, hasCredential: head.hasCredential,
            bodyByteCount: body.bytes.count)))
    }
  }

  func begin() -> RequestNumber {
    RequestNumber(requestCount.add(1, ordering: .acquiringAndReleasing).newValue)
  }

  /// The faults that meet a request whose body has not been read.
  func faultsBeforeBody(
    _ request: RequestNumber, _ connection: ConnectionNumber, _ head: RequestHead
  ) -> [MatchedFault] {
    guard hasEarlyFaults else { return [] }
    let key = KeyReading.key(spec, head: head, body: nil).key
    return state.withLock { state in
      state.plan.faultsBeforeBody(
        request, connection, operation: state.book.guess(key), key: key)
    }
  }

  /// A fault ends the request before it is whole.
  func cut(
    _ fault: MatchedFault, _ request: RequestNumber, _ connection: ConnectionNumber,
    _ head: RequestHead, bodyBytes: Int
  ) {
    let key = KeyReading.key(spec, head: head, body: nil).key
    state.withLock { state in
      state.plan.countCut(state.book.guess(key), key)
      observeActed(fault, request, connection, &state)
      observe(.partial(request, connection, bodyBytes: bodyBytes))
    }
  }

  func actAtAccept(_ fault: MatchedFault, _ connection: ConnectionNumber) {
    state.withLock { observeActed(fault, nil, connection, &$0) }
  }

  /// A fault changes how the request continues, without ending it.
  func actBeforeBody(
    _ fault: MatchedFault, _ request: RequestNumber, _ connection: ConnectionNumber
  ) {
    state.withLock { observeActed(fault, request, connection, &$0) }
  }
}

extension RequestHead {
  /// Whether it carries a credential of any kind.
  var hasCredential: Bool {
    ["Authorization", "Proxy-Authorization", "Cookie"].contains { has($0) }
  }
}
