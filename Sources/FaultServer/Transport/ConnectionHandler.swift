// Owns: what happens on one connection: requests read, given to the core, answered.
// Does not own: faults on complete sends (Serving) or on unfinished ones (Interruption).

import AcceptanceModel

/// `@unchecked`: used by one thread at a time. The accepting thread hands it over with the job that it
/// gives a worker, through the worker's lock, and does not touch it any more.
final class ConnectionHandler: @unchecked Sendable {
  /// How long a client may take between two bytes of a request, and between two requests. Longer
  /// than any pause of a client that is alive.
  static let readLimit: Duration = .seconds(300)
  /// How long a stall lasts at most: longer than any scenario.
  static let stallLimit: Duration = .seconds(24 * 3600)

  enum Next {
    case nextRequest
    case end(Connection.Ending)
  }

  let core: ServerCore
  let server: ServerControl
  let connection: Connection
  let number: ConnectionNumber
  let life: Int
  let origin: Origin
  /// Faults that act once this connection waits for its next request.
  var idleFaults: [(fault: MatchedFault, send: Send)] = []
  /// Whether it is settled which thread looks after it while it waits.
  var hasPlace = false
  /// Who sends on this connection, where that was asked and found.
  var knownSender: RequestSender?
  /// Bytes that came after the goodbye.
  var readAwayByteCount = 0
  /// How the connection ends where a fault between commit and key ended the request.
  var endingAfterCommit: Connection.Ending = .reset

  init(
    core: ServerCore, server: ServerControl, connection: Connection, number: ConnectionNumber,
    life: Int, origin: Origin = .own
  ) {
    self.core = core
    self.server = server
    self.connection = connection
    self.number = number
    self.life = life
    self.origin = origin
  }

  /// From the beginning to the end.
  func converse() -> Connection.Ending {
    if origin == .own { core.onMoment?(.accepted) }
    if origin == .own, core.hasAcceptFaults, foreignSender() != nil {
      core.foreign(number)
    } else if origin == .own, core.hasEarlyFaults, let met = core.faultAtAccept(number),
      let ending = interrupt(met)
    {
      return ending
    }
    return goOn(after: .nextRequest)
  }

  /// To the end.
  func goOn(after first: Next) -> Connection.Ending {
    var next = first
    while true {
      switch next {
      case .nextRequest:
        if let ending = actIdleFaults() { return ending }
        next = serveOne()
      case .end(let ending): return ending
      }
    }
  }

  private func serveOne() -> Next {
    switch readHead() {
    case .failure(let ending): return .end(ending)
    case .success(let head):
      if origin == .other { return answerElsewhere(head) }
      if let route = core.endpoint.auxiliary(head) { return answer(route, head) }
      let request = core.begin()
      if let stray = core.endpoint.stray(head) {
        return answerStray(request, head, stray.kind, stray.status)
      }
      return readBody(request, head)
    }
  }

  private enum HeadReading {
    case success(RequestHead)
    case failure(Connection.Ending)
  }

  private func readHead() -> HeadReading {
    while true {
      connection.skipEmptyLines()
      switch RequestParser.parse(connection.buffer, sparing: core.spec.keyHeader) {
      case .head(let head, let length):
        connection.buffer.removeFirst(length)
        return .success(head)
      case .malformed(let status):
        strayed(core.begin(), .malformed, answered: status)
        return .failure(refuse(.error(status, reason: Self.malformedReason)))
      case .incomplete: break
      }
      let isIdle = connection.buffer.isEmpty
      switch connection.read(within: Self.readLimit, isIdle: isIdle) {
      case .bytes: continue
      case .end, .timedOut:
        if !isIdle { core.emit(.partial(core.begin(), number, bodyBytes: 0)) }
        return .failure(.close)
      case .woken:
        if !isIdle { core.emit(.partial(core.begin(), number, bodyBytes: 0)) }
        return .failure(isIdle ? .close : .reset)
      }
    }
  }

  private func readBody(_ request: RequestNumber, _ head: RequestHead) -> Next {
    // A marker in the body may still show that the request is the client's.
    let mayBeForeign =
      core.hasEarlyFaults && !core.isAttributable(head, nil) && foreignSender() != nil
    let early = mayBeForeign ? [] : core.faultsBeforeBody(request, number, head)
    if !mayBeForeign { core.onMoment?(.headersRead) }
    var reader = BodyReader(head.framing)
    if let next = interrupt(early, request, head, &reader) { return next }
    let answersExpect = !early.contains { $0.fault.action == .ignoreExpect }
    if head.expectsContinue, connection.buffer.isEmpty, reader.body.isEmpty, answersExpect {
      _ = connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
    }
    switch read(&reader, upTo: .max, request) {
    case .end(let ending): return .end(ending)
    case .nextRequest: break
    }
    let body = BodyReading(reader.body, of: head)
    let sender = mustIdentify(head, body) ? sender() : .client
    if case .foreign(let other) = sender, other != .unidentified {
      return refuseForeign(request, other)
    }
    let arrived = core.arrive(
      request, number, head, body, descriptor: connection.descriptor, life: life,
      isSenderUnknown: sender != .client)
    guard let send = arrived else { return .end(.reset) }
    core.onMoment?(.bodyRead)
    return serve(send)
  }

  /// Reads on until the body is whole, or holds `limit` bytes.
  ///
  /// - Parameter request: `nil` for one that leaves no trace.
  func read(_ reader: inout BodyReader, upTo limit: Int, _ request: RequestNumber?) -> Next {
    while true {
      switch reader.take(from: &connection.buffer, upTo: limit) {
      case .whole: return .nextRequest
      case .malformed(let status):
        if let request { strayed(request, .malformed, answered: status) }
        return .end(refuse(.error(status, reason: Self.malformedReason)))
      case .more: if reader.body.count >= limit { return .nextRequest }
      }
      switch connection.read(within: Self.readLimit) {
      case .bytes: continue
      case .end, .timedOut, .woken:
        if let request { core.emit(.partial(request, number, bodyBytes: reader.body.count)) }
        return .end(.reset)
      }
    }
  }

  private func answerStray(
    _ request: RequestNumber, _ head: RequestHead, _ kind: StrayKind, _ status: Int
  ) -> Next {
    answerPlainly(.error(status, reason: reason(kind)), head, request) {
      strayed(request, kind, answered: status)
    }
  }

  private static let malformedReason = "the request is not valid HTTP/1.1, or is too large"

  /// What a person who tries the server by hand needs to know.
  private func reason(_ kind: StrayKind) -> String? {
    let wanted = "\(core.spec.method) \(core.spec.path)"
    return switch kind {
    case .probe: "this server answers \(wanted)"
    case .otherPath, .otherMethod: "only \(wanted) is answered"
    case .otherQuery: "the query is another than that of \(wanted)"
    case .otherHost: "the Host is another than 127.0.0.1 or localhost"
    case .malformed: Self.malformedReason
    }
  }

  private func answer(_ route: AuxiliaryRoute, _ head: RequestHead) -> Next {
    let answer = Answer(
      status: route.status, mediaType: route.mediaType, body: Array(route.body.utf8),
      facts: AnswerFacts(status: route.status, content: .other))
    return answerPlainly(answer, head, nil) {}
  }

  private func answerPlainly(
    _ answer: Answer, _ head: RequestHead, _ request: RequestNumber?, tell: () -> Void
  ) -> Next {
    var reader = BodyReader(head.framing)
    if head.expectsContinue, connection.buffer.isEmpty {
      _ = connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
    }
    if case .end(let ending) = read(&reader, upTo: .max, request) { return .end(ending) }
    tell()
    let keepAlive = core.spec.keepAlive && head.allowsKeepAlive
    let bytes = answer.bytes(
      keepAlive: keepAlive, date: core.clock(), forHEAD: head.method == "HEAD")
    guard connection.write(bytes.all[...]) == .written else { return .end(.reset) }
    return keepAlive ? .nextRequest : .end(.finish)
  }

  /// Answers something that is no request, and ends the connection.
  func refuse(_ answer: Answer) -> Connection.Ending {
    let bytes = answer.bytes(keepAlive: false, date: core.clock()).all
    return connection.write(bytes[...]) == .written ? .finish : .reset
  }
}
