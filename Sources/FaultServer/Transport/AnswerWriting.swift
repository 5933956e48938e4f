// Owns: an answer's way out: whole, cut, slow, late or exchanged.

import AcceptanceModel

extension ConnectionHandler {
  func write(
    _ own: Answer, to send: Send, _ processed: Processed?, _ delivery: Delivery,
    meetsFaults: Bool = true
  ) throws(FaultServerError) -> Next {
    var delivery = delivery
    var answer = own
    if let swap = delivery.swap {
      guard let other = try server.swaps.exchange(own, at: swap.index, on: connection)
      else { return .end(stall(send)) }
      guard core.act(swap, on: send) else { return .end(.reset) }
      answer = other
      answer.facts = AnswerFacts(
        status: other.facts.status, content: .successOfAnother, numbers: other.facts.numbers)
    }
    if let late = delivery.late {
      guard core.act(late, on: send) else { return .end(.reset) }
      return .end(writeLate(answer, send))
    }
    let (bytes, headCount) = answer.bytes(keepAlive: keepsAlive(send), date: core.clock())
    var position = 0
    let cuts = meetsFaults ? cuts(send, headCount: headCount, byteCount: bytes.count) : []
    if let last = cuts.first(where: {
      $0.met.fault.isPossible && $0.met.fault.action.endsTheAnswer
    }) {
      core.broken(send.request, bytes[..<last.byte] + last.met.fault.action.rawBytes)
    }
    for cut in cuts {
      guard write(bytes[position..<cut.byte], to: send, &delivery) == .written
      else { return .end(peerLeft(send)) }
      position = cut.byte
      switch try perform(cut.met, on: send, processed, &delivery) {
      case .notApplicable, .deferred, .applied(.goOn), .applied(.answer): continue
      case .applied(.end(let ending)): return .end(ending)
      }
    }
    return try writeEnd(bytes[position...], answer, send, processed, delivery, meetsFaults)
  }

  private func writeLate(_ answer: Answer, _ send: Send) -> Connection.Ending {
    let ending = stall(send)
    let bytes = answer.bytes(keepAlive: false, date: core.clock()).all
    return connection.write(bytes[...]) == .written ? .finish : ending
  }

  private func writeEnd(
    _ bytes: ArraySlice<UInt8>, _ answer: Answer, _ send: Send, _ processed: Processed?,
    _ delivery: Delivery, _ meetsFaults: Bool
  ) throws(FaultServerError) -> Next {
    var delivery = delivery
    // What a socket surely takes at once need not come in two.
    let isShort = bytes.count <= 4096 && delivery.drip == nil
    let early = isShort ? bytes.prefix(0) : bytes.dropLast()
    guard write(early, to: send, &delivery, moreFollows: true) == .written,
      !hasGivenUp
    else { return .end(peerLeft(send)) }
    guard core.answered(send, answer.facts, others: answer.otherFacts) else { return .end(.reset) }
    let writing = writeLast(bytes[early.endIndex...])
    core.answerHandedOver()
    guard writing == .written else { return .end(.reset) }
    core.onMoment?(.answerEnded)
    let keepAlive = keepsAlive(send)
    if meetsFaults {
      let step = try act(at: .answerEnd, on: send, processed, &delivery)
      if case .end(let ending) = step { return .end(ending) }
      if case .answer(let second) = step {
        let bytes = second.bytes(keepAlive: keepAlive, date: core.clock()).all
        guard connection.write(bytes[...]) == .written else { return .end(.reset) }
      }
      idleFaults = send.faults.filter { $0.fault.point == .idle }.map { ($0, send) }
    }
    return keepAlive ? .nextRequest : .end(.finish)
  }

  /// Where moments are reported, in two parts.
  private func writeLast(_ bytes: ArraySlice<UInt8>) -> Connection.Writing {
    guard let onMoment = core.onMoment else { return connection.write(bytes) }
    let half = bytes.startIndex + bytes.count / 2
    let first = connection.write(bytes[..<half])
    guard first == .written else { return first }
    onMoment(.answerBegun)
    return connection.write(bytes[half...])
  }

  /// A client that has given up does not hear the answer, though the bytes can be written. It may
  /// even have been killed before its request was read.
  var hasGivenUp: Bool {
    connection.isClosedByPeer
  }

  /// Faults inside the answer, by the byte before which they act.
  private func cuts(
    _ send: Send, headCount: Int, byteCount: Int
  ) -> [(byte: Int, met: MatchedFault)] {
    send.faults.compactMap { met -> (byte: Int, met: MatchedFault)? in
      let byte: Int
      switch met.fault.point {
      case .answer(let count): byte = count
      case .answerBody(let count): byte = headCount + count
      case .lastByte: byte = byteCount - 1
      default: return nil
      }
      return byte < byteCount ? (byte, met) : nil
    }.sorted { ($0.byte, $0.met.index) < ($1.byte, $1.met.index) }
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, to send: Send, _ delivery: inout Delivery,
    moreFollows: Bool = false
  ) -> Connection.Writing {
    guard let drip = delivery.drip, !bytes.isEmpty else {
      return connection.write(bytes, moreFollows: moreFollows)
    }
    // Another byte follows these, so that the interval is seen.
    if !drip.hasActed, !core.act(drip.fault, on: send) { return .woken }
    delivery.drip?.hasActed = true
    for index in bytes.indices {
      let written = connection.write(bytes[index...index])
      guard written == .written else { return written }
      switch connection.waitForPeer(within: drip.interval) {
      case .timedOut: continue
      case .peerGone, .ready: return .peerGone
      case .woken: return .woken
      }
    }
    return .written
  }

  /// Faults on a kept-alive connection that waits for its next request.
  func actIdleFaults() -> Connection.Ending? {
    defer { idleFaults = [] }
    for (met, send) in idleFaults {
      var delivery = Delivery()
      do {
        let effect = try perform(met, on: send, nil, &delivery)
        if case .applied(.end(let ending)) = effect { return ending }
      } catch {
        server.failed(error)
        return .reset
      }
    }
    return nil
  }
}
