// Owns: faults on a connection before its request is whole.

import AcceptanceModel

extension Conversation {
  /// A fault before anything was read.
  func interrupt(_ met: MetFault) -> Connection.Ending {
    core.actAtAccept(met, number)
    return perform(met.fault.action)
  }

  /// Faults after the head, and after so many body bytes; `nil` where the request goes on.
  func interrupt(
    _ faults: [MetFault], _ request: RequestNumber, _ head: RequestHead,
    _ reader: inout BodyReader
  ) -> Connection.Ending? {
    for met in faults where met.fault.point == .headers {
      if met.fault.action == .ignoreExpect {
        core.actBeforeBody(met, request, number)
      } else {
        core.cut(met, request, number, head, bodyBytes: 0)
        return perform(met.fault.action)
      }
    }
    let cuts = faults.compactMap { met -> (byte: Int, met: MetFault)? in
      guard case .body(let byte) = met.fault.point else { return nil }
      return (byte, met)
    }
    guard let cut = cuts.min(by: { $0.byte < $1.byte }) else { return nil }
    if head.expectsContinue, connection.buffer.isEmpty {
      _ = connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
    }
    if case .end(let ending) = read(&reader, upTo: cut.byte, request) { return ending }
    // A body that is shorter than the cut is whole: the fault's point was not reached.
    guard reader.body.count >= cut.byte, !reader.isWhole else { return nil }
    core.cut(cut.met, request, number, head, bodyBytes: reader.body.count)
    return perform(cut.met.fault.action)
  }

  /// What can be done to a request that is not whole. Actions that need a whole one reset.
  private func perform(_ action: FaultAction) -> Connection.Ending {
    switch action {
    case .fin: return .close
    case .halfClose:
      Sockets.shutDownWriting(connection.descriptor)
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
      .ignoreExpect:
      connection.drainSendQueue()
      return .reset
    }
  }
}
