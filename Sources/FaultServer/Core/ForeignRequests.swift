// Owns: requests that are not the client's: recognised, counted, kept away from faults and records.

import AcceptanceModel

extension ServerCore {
  /// How many foreign requests of a scenario are observed.
  private static let observedLimit = 100

  /// Whether marker or key attribute the request to an operation.
  ///
  /// - Parameter body: `nil` while it has not been read.
  func isAttributable(_ head: RequestHead, _ body: BodyReading?) -> Bool {
    let elements = spec.body == .batch ? body?.elements ?? [] : []
    let bodies = elements.isEmpty ? [body] : elements.map(Optional.some)
    return state.withLock { state in
      // A copy: what is asked here is attributed when it arrives.
      var book = state.book
      return bodies.contains { body in
        let key = KeyReading.key(spec, head: head, body: body).key
        guard let body else { return book.operation(of: key) != nil }
        return book.attribute(body, key: key).operation != nil
      }
    }
  }

  /// A request of somebody else: no number of a selector counts it.
  func foreign(
    _ request: RequestNumber, _ connection: ConnectionNumber, _ sender: ForeignSender
  ) {
    state.withLock { state in
      let count = state.plan.countForeign(request, connection)
      if count <= Self.observedLimit { observe(.foreign(request, connection, sender)) }
    }
  }

  /// A connection of somebody else, on which nothing has been read yet.
  func foreign(_ connection: ConnectionNumber) {
    state.withLock { state in _ = state.plan.countForeign(nil, connection) }
  }

  var hasAcceptFaults: Bool {
    hasEarlyFaults && state.withLock { $0.plan.hasAcceptFaults }
  }
}

extension ConnectionHandler {
  /// Who holds the other end of this connection. The system is asked once it has given an answer.
  func sender() -> RequestSender {
    guard let identify = core.identifySender else { return .client }
    if let knownSender { return knownSender }
    guard let ports = connection.sockets.ports(of: connection.descriptor) else {
      return .foreign(.gone)
    }
    let found = identify(ports)
    if found != .foreign(.unidentified), found != .foreign(.gone) { knownSender = found }
    return found
  }

  /// Whether nothing in the request says whose it is, and somebody can be asked.
  func mustIdentify(_ head: RequestHead, _ body: BodyReading) -> Bool {
    core.identifySender != nil && !core.isAttributable(head, body)
  }

  /// `nil` for a process of the client's, and where it is unknown.
  func foreignSender() -> ForeignSender? {
    guard case .foreign(let sender) = sender(), sender != .unidentified else { return nil }
    return sender
  }

  /// Answers a request that is not the client's, and records nothing of it.
  func refuseForeign(_ request: RequestNumber, _ sender: ForeignSender) -> Next {
    core.foreign(request, number, sender)
    return .end(refuse(.error(403, reason: "not sent by the client under test")))
  }

  /// A request that is no send: recorded as the client's where no other process can have sent it.
  func strayed(_ request: RequestNumber, _ kind: StrayKind, answered status: Int) {
    switch sender() {
    case .client:
      core.emit(.strayed(request, number, kind))
      core.emit(.strayAnswered(request, status: status))
    case .foreign(let sender): core.foreign(request, number, sender)
    }
  }
}
