// Owns: a request that can be served without waiting for anything, and what follows where it can't.

import AcceptanceModel

/// What the accepting thread has to do with a connection.
enum ConnectionDisposition: Sendable, Hashable {
  /// Nothing has come.
  case waits
  /// It was served, and waits for its next request.
  case stays
  /// It is being closed, and the client has not disconnected yet.
  case leaves
  /// It has ended, or a thread of its own continues with it.
  case handedOff
}

extension ConnectionHandler {
  /// Reads what is there, and serves it where that takes no waiting: a whole send, met by no fault,
  /// with a short answer. Everything else gets a thread.
  func serveAtOnce() -> ConnectionDisposition {
    switch connection.receive() {
    case .wouldBlock: return .waits
    case .end, .failed: return leave(.close)
    case .bytes: break
    }
    guard !core.hasEarlyFaults, core.onMoment == nil, let (head, bytes) = wholeSend() else {
      return continueOnThread()
    }
    let body = BodyReading(bytes, of: head)
    guard !mustIdentify(head, body) else { return continueOnThread() }
    connection.buffer = []
    let arrived = core.arrive(
      core.begin(), number, head, body, descriptor: connection.descriptor, life: life)
    guard let send = arrived else { return leave(.reset) }
    guard send.isPlain, core.maker.hasShortTemplates, let outcome = outcome(of: send),
      outcome.answer.isShort
    else {
      return continueOnThread(with: send)
    }
    return stay(
      after: trying(send) { () throws(FaultServerError) in
        try write(outcome.answer, to: send, outcome.processed, Delivery())
      })
  }

  /// `nil` where it fails: the thread will meet the same error, and knows what to make of it.
  private func outcome(of send: Send) -> Outcome? {
    do {
      return try core.process(send)
    } catch {
      return nil
    }
  }

  /// The request, where it is nothing but a send, and all that was read; taken as it came, since
  /// asking again is left to others.
  private func wholeSend() -> (head: RequestHead, body: [UInt8])? {
    connection.skipEmptyLines()
    guard case .head(let head, let length) = RequestParser.parse(connection.buffer),
      case .length(let bodyLength) = head.framing, length + bodyLength == connection.buffer.count,
      !head.expectsContinue, core.endpoint.auxiliary(head) == nil,
      core.endpoint.stray(head) == nil, connection.hasRoom()
    else { return nil }
    return (head, Array(connection.buffer[length...]))
  }

  /// The connection has ended.
  @discardableResult
  func leave(_ ending: Connection.Ending) -> ConnectionDisposition {
    connection.end(ending)
    connection.connectionGroup.open.leave()
    return .handedOff
  }

  /// A thread of its own continues with the connection: first with this send, then with the next
  /// request.
  @discardableResult
  func continueOnThread(with send: Send? = nil) -> ConnectionDisposition {
    let hasThread = server.giveThread(to: self) {
      $0.goOn(after: send.map($0.serve) ?? .nextRequest)
    }
    if hasThread { return .handedOff }
    if let send { core.ended(send.request, .reset) }
    return leave(.reset)
  }

  private func stay(after next: Next) -> ConnectionDisposition {
    switch next {
    case .nextRequest: return .stays
    case .end(.finish):
      connection.sockets.shutDownWriting(connection.descriptor)
      return .leaves
    case .end(let ending): return leave(ending)
    }
  }

  /// Drops what arrived after closing began; whether there is no peer left to wait for.
  func readAway() -> Bool {
    defer { connection.buffer = [] }
    switch connection.receive() {
    case .wouldBlock: return false
    case .end, .failed: return true
    case .bytes(let count):
      readAwayByteCount += count
      return readAwayByteCount >= Connection.drainByteLimit
    }
  }
}
