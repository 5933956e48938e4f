// Owns: faults on a connection before its request is whole.

import AcceptanceModel

extension ConnectionHandler {
  /// A fault before anything was read; `nil` where the connection continues.
  func interrupt(_ met: MatchedFault) -> Connection.Ending? {
    core.actAtAccept(met, number)
    if case .delay(let pause) = met.fault.action { return delay(pause) }
    return perform(met.fault.action)
  }

  private func delay(_ pause: Duration) -> Connection.Ending? {
    // A client that has left is found by reading.
    if case .woken = connection.waitForPeer(within: pause) { return .reset }
    return nil
  }

  /// Faults after the head, and after this many body bytes; `nil` where the request continues.
  func interrupt(
    _ faults: [MatchedFault], _ request: RequestNumber, _ head: RequestHead,
    _ reader: inout BodyReader
  ) -> Next? {
    for met in faults where met.fault.point == .headers {
      switch met.fault.action {
      case .ignoreExpect:
        // Where the body is there already, or nothing was asked, there is nothing to ignore.
        if mustContinue(head) { core.actBeforeBody(met, request, number) }
      case .delay(let pause):
        core.actBeforeBody(met, request, number)
        if let ending = delay(pause) { return .end(ending) }
      default:
        core.cut(met, request, number, head, bodyBytes: 0)
        return answerExpectation(met.fault.action, head) ?? .end(perform(met.fault.action))
      }
    }
    let cuts = faults.compactMap { met -> (byte: Int, met: MatchedFault)? in
      guard case .body(let byte) = met.fault.point else { return nil }
      return (byte, met)
    }.sorted { ($0.byte, $0.met.index) < ($1.byte, $1.met.index) }
    if !cuts.isEmpty, mustContinue(head) {
      _ = connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
    }
    for cut in cuts {
      if case .end(let ending) = read(&reader, upTo: cut.byte, request) { return .end(ending) }
      // A body that is shorter than the cut is whole: the fault's point was not reached.
      guard reader.body.count >= cut.byte, !reader.isWhole else { return nil }
      if case .delay(let pause) = cut.met.fault.action {
        core.actBeforeBody(cut.met, request, number)
        if let ending = delay(pause) { return .end(ending) }
      } else {
        core.cut(cut.met, request, number, head, bodyBytes: reader.body.count)
        return .end(perform(cut.met.fault.action))
      }
    }
    return nil
  }

  /// Whether the client waits to be asked for the body.
  private func mustContinue(_ head: RequestHead) -> Bool {
    head.expectsContinue && connection.buffer.isEmpty
  }

  /// A client that asked before it sends its body may go on on the same connection; libcurl sends
  /// again after a 417 only where it may.
  private func answerExpectation(_ action: FaultAction, _ head: RequestHead) -> Next? {
    guard case .answer(let template) = action, core.spec.keepAlive, head.allowsKeepAlive,
      head.expectsContinue, connection.buffer.isEmpty
    else { return nil }
    let bytes = core.answerWithoutSend(template).bytes(keepAlive: true, date: core.clock()).all
    return connection.write(bytes[...]) == .written ? .nextRequest : .end(.reset)
  }

  /// What can be done to a request that is not whole. The plan meets it with no other action
  /// (`FaultAction.Kind.points`).
  private func perform(_ action: FaultAction) -> Connection.Ending {
    switch action {
    case .fin: return .close
    case .halfClose:
      connection.sockets.shutDownWriting(connection.descriptor)
      connection.readAway(within: Self.stallLimit)
      return .close
    case .stall, .zeroWindow:
      _ = connection.waitForPeer(within: Self.stallLimit)
      return .reset
    case .raw(let bytes): return connection.write(bytes[...]) == .written ? .finish : .reset
    case .rawThenReset(let bytes):
      guard connection.write(bytes[...]) == .written else { return .reset }
      connection.drainSendQueue()
      return .reset
    case .answer(let template): return refuse(core.answerWithoutSend(template))
    case .refuse:
      server.takeDown()
      return .reset
    case .crashServer(let records):
      do {
        try server.crash(records)
      } catch {
        server.failed(error)
      }
      return .reset
    case .reset, .drip, .killClient, .hold, .deliverTwice, .otherBody, .swapAnswers,
      .ignoreExpect, .delay, .lateAnswer:
      connection.drainSendQueue()
      return .reset
    }
  }
}
