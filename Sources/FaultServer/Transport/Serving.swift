// Owns: a complete send's way through its faults, the contract and its answer.

import AcceptanceModel

/// What a fault leaves to be done.
private enum Step {
  case goOn
  case answer(Answer)
  case end(Connection.Ending)
}

/// How the answer is written.
private struct Delivery {
  /// Between two bytes; `nil`: all at once.
  var interval: Duration?
  var deliversTwice = false
  var swap: MetFault?
}

extension Conversation {
  func serve(_ send: Send) -> Next {
    do {
      return try serveThrowing(send)
    } catch {
      server.failed(error)
      core.ended(send.request, .reset)
      return .end(.reset)
    }
  }

  private func serveThrowing(_ send: Send) throws(FaultServerError) -> Next {
    var delivery = Delivery()
    switch try act(at: .beforeCommit, on: send, nil, &delivery) {
    case .goOn: break
    case .answer(let answer): return try write(answer, to: send, nil, delivery)
    case .end(let ending): return .end(ending)
    }
    guard let processed = try commit(send, &delivery) else {
      return .end(endingAfterCommit)
    }
    var answer = core.answer(to: send, processed)
    if case .refused = processed {
      // Nothing is recorded, so no point after the commit exists.
      return try write(answer, to: send, processed, delivery, meetsFaults: false)
    }
    switch try act(at: .afterCommit, on: send, processed, &delivery) {
    case .goOn: break
    case .answer(let other): answer = other
    case .end(let ending): return .end(ending)
    }
    return try write(answer, to: send, processed, delivery)
  }

  /// `nil` where the server crashed on the way.
  private func commit(
    _ send: Send, _ delivery: inout Delivery
  ) throws(FaultServerError) -> Processed? {
    let between = send.faults.filter { $0.fault.point == .betweenCommitAndKey }
    guard var processed = try core.process(send, bindsKey: between.isEmpty) else { return nil }
    if case .committed(let record, _, _) = processed, !between.isEmpty {
      // Only the server's own death leaves the key unstored; other trouble is the connection's.
      let crashes = between.contains { $0.fault.action.isCrash }
      if !crashes { try core.bindKey(of: send, to: record) }
      switch try act(at: .betweenCommitAndKey, on: send, processed, &delivery) {
      case .goOn, .answer: break
      case .end(let ending):
        endingAfterCommit = ending
        return nil
      }
    }
    if delivery.deliversTwice {
      guard let second = try core.process(send) else { return nil }
      // The client hears of the second delivery: the first answer has nobody to go to.
      processed = second
    }
    return processed
  }

  private func act(
    at point: FaultPoint, on send: Send, _ processed: Processed?, _ delivery: inout Delivery
  ) throws(FaultServerError) -> Step {
    for met in send.faults where met.fault.point == point {
      switch try perform(met, on: send, processed, &delivery) {
      case .goOn: continue
      case .answer(let answer): return .answer(answer)
      case .end(let ending): return .end(ending)
      }
    }
    return .goOn
  }

  private func perform(
    _ met: MetFault, on send: Send, _ processed: Processed?, _ delivery: inout Delivery
  ) throws(FaultServerError) -> Step {
    if met.fault.action.isHold { return try hold(met, send) }
    guard core.act(met, on: send) else { return .end(.reset) }
    switch met.fault.action {
    case .reset: return .end(resetAfterDrain(send))
    case .fin: return .end(finish(send))
    case .halfClose:
      core.ended(send.request, .closed)
      Sockets.shutDownWriting(connection.descriptor)
      connection.readAway(within: Self.stallLimit)
      return .end(.close)
    case .stall, .zeroWindow: return .end(stall(send))
    case .drip(let interval): delivery.interval = interval
    case .raw(let bytes):
      guard connection.write(bytes[...]) == .written else { return .end(peerLeft(send)) }
      return .end(finish(send))
    case .rawThenReset(let bytes):
      guard connection.write(bytes[...]) == .written else { return .end(peerLeft(send)) }
      return .end(resetAfterDrain(send))
    case .answer(let template): return .answer(try core.answer(to: send, from: template, processed))
    case .crashServer(let records):
      try server.crash(records)
      return .end(.reset)
    case .deliverTwice: delivery.deliversTwice = true
    case .otherBody: try core.replaceRecord(of: send)
    case .refuse:
      server.takeDown()
      return .end(resetAfterDrain(send))
    case .swapAnswers: delivery.swap = met
    case .killClient, .hold, .ignoreExpect: break
    }
    return .goOn
  }

  private func hold(_ met: MetFault, _ send: Send) throws(FaultServerError) -> Step {
    guard let resumed = try core.hold(met, send) else { return .end(.reset) }
    let end = Waiting.wait(
      connection.descriptor, for: .nothing, wakes: [connection.generation.end, resumed],
      until: .now + Self.stallLimit)
    core.released(send.request)
    guard end != .woken(0) else { return .end(abandon(send)) }
    return .goOn
  }
}

// MARK: - Ends

extension Conversation {
  private func resetAfterDrain(_ send: Send) -> Connection.Ending {
    connection.drainSendQueue()
    core.ended(send.request, .reset)
    return .reset
  }

  private func finish(_ send: Send) -> Connection.Ending {
    core.ended(send.request, .closed)
    return .finish
  }

  private func peerLeft(_ send: Send) -> Connection.Ending {
    core.ended(send.request, server.isStopping ? .abandoned : .peerGone)
    return .reset
  }

  private func abandon(_ send: Send) -> Connection.Ending {
    core.ended(send.request, .abandoned)
    return .reset
  }

  private func stall(_ send: Send) -> Connection.Ending {
    if connection.waitForPeer(within: Self.stallLimit) == .peerGone {
      core.ended(send.request, .peerGone)
    } else {
      core.ended(send.request, .abandoned)
    }
    return .reset
  }
}

// MARK: - The answer

extension Conversation {
  private func write(
    _ own: Answer, to send: Send, _ processed: Processed?, _ delivery: Delivery,
    meetsFaults: Bool = true
  ) throws(FaultServerError) -> Next {
    var delivery = delivery
    var answer = own
    if let swap = delivery.swap {
      guard let other = try server.swaps.exchange(own, at: swap.index, on: connection)
      else { return .end(stall(send)) }
      answer = other
      answer.facts = AnswerFacts(
        status: other.facts.status, content: .successOfAnother, numbers: other.facts.numbers)
    }
    let keepAlive = core.spec.keepAlive && send.head.allowsKeepAlive
    let (bytes, headCount) = answer.bytes(keepAlive: keepAlive, date: core.clock())
    var position = 0
    let cuts = meetsFaults ? cuts(send, headCount: headCount, byteCount: bytes.count) : []
    for cut in cuts {
      guard write(bytes[position..<cut.byte], delivery.interval) == .written
      else { return .end(peerLeft(send)) }
      position = cut.byte
      switch try perform(cut.met, on: send, processed, &delivery) {
      case .goOn: continue
      case .answer(let other):
        // An answer inside an answer: its bytes, and no more.
        let bytes = other.bytes(keepAlive: false, date: core.clock()).all
        guard connection.write(bytes[...]) == .written else { return .end(peerLeft(send)) }
        return .end(finish(send))
      case .end(let ending): return .end(ending)
      }
    }
    return try writeEnd(
      bytes[position...], answer, send, processed, delivery, keepAlive, meetsFaults)
  }

  private func writeEnd(
    _ bytes: ArraySlice<UInt8>, _ answer: Answer, _ send: Send, _ processed: Processed?,
    _ delivery: Delivery, _ keepAlive: Bool, _ meetsFaults: Bool
  ) throws(FaultServerError) -> Next {
    guard write(bytes.dropLast(), delivery.interval, moreFollows: true) == .written,
      // A client that has given up does not hear the answer, though the bytes can be written.
      !Sockets.isClosedByPeer(connection.descriptor)
    else { return .end(peerLeft(send)) }
    guard core.answered(send, answer.facts), connection.write(bytes.suffix(1)) == .written
    else { return .end(.reset) }
    var delivery = delivery
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

  /// Faults inside the answer, by the byte before which they act.
  private func cuts(
    _ send: Send, headCount: Int, byteCount: Int
  ) -> [(byte: Int, met: MetFault)] {
    send.faults.compactMap { met -> (byte: Int, met: MetFault)? in
      let byte: Int
      switch met.fault.point {
      case .answer(let count): byte = count
      case .answerBody(let count): byte = headCount + count
      default: return nil
      }
      return byte < byteCount ? (byte, met) : nil
    }.sorted { ($0.byte, $0.met.index) < ($1.byte, $1.met.index) }
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, _ interval: Duration?, moreFollows: Bool = false
  ) -> Connection.Writing {
    guard let interval else { return connection.write(bytes, moreFollows: moreFollows) }
    for index in bytes.indices {
      let written = connection.write(bytes[index...index])
      guard written == .written else { return written }
      switch connection.waitForPeer(within: interval) {
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
        if case .end(let ending) = try perform(met, on: send, nil, &delivery) { return ending }
      } catch {
        server.failed(error)
        return .reset
      }
    }
    return nil
  }
}

extension FaultAction {
  fileprivate var isCrash: Bool {
    if case .crashServer = self { true } else { false }
  }
}
