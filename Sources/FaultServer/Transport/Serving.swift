// Owns: a complete send's way through its faults, the contract and its answer.

import AcceptanceModel

/// What a fault leaves to be done.
enum Step {
  case goOn
  case answer(Answer)
  case end(Connection.Ending)
}

/// How the answer is written.
struct Delivery {
  /// Between two bytes; `nil`: all at once.
  var interval: Duration?
  var deliversTwice = false
  var swap: MetFault?
  /// The answer is written once the client has gone.
  var isLate = false
}

extension Conversation {
  func serve(_ send: Send) -> Next {
    defer {
      // A fault that waited for the body in vain must find the next request.
      if !send.isPlain || core.hasEarlyFaults { core.leave(send.request) }
    }
    return trying(send) { () throws(FaultServerError) in try serveThrowing(send) }
  }

  /// Where the store or the system fails, the request ends.
  func trying(_ send: Send, _ body: () throws(FaultServerError) -> Next) -> Next {
    do {
      return try body()
    } catch {
      server.failed(error)
      core.ended(send.request, .reset)
      return .end(.reset)
    }
  }

  private func serveThrowing(_ send: Send) throws(FaultServerError) -> Next {
    switch try waitForTurn(send) {
    case .goOn: break
    case .answer(let answer):
      return try write(answer, to: send, nil, Delivery(), meetsFaults: false)
    case .end(let ending): return .end(ending)
    }
    var delivery = Delivery()
    switch try act(at: .beforeCommit, on: send, nil, &delivery) {
    case .goOn: break
    case .answer(let answer): return try write(answer, to: send, nil, delivery)
    case .end(let ending): return .end(ending)
    }
    guard let outcome = try commit(send, &delivery) else { return .end(endingAfterCommit) }
    let (processed, own) = (outcome.processed, outcome.answer)
    if case .refused = processed {
      // Nothing is recorded, so no point after the commit exists.
      return try write(own, to: send, processed, delivery, meetsFaults: false)
    }
    var answer = own
    switch try act(at: .afterCommit, on: send, processed, &delivery) {
    case .goOn: break
    case .answer(let other):
      answer = other
      try core.keep(other, for: send)
    case .end(let ending): return .end(ending)
    }
    return try write(answer, to: send, processed, delivery)
  }

  /// Where the contract lets one send of a key in at a time.
  private func waitForTurn(_ send: Send) throws(FaultServerError) -> Step {
    while true {
      switch try core.turn(send) {
      case .now: return .goOn
      case .refused(let status): return .answer(.error(status))
      case .later(let wakeUp):
        let end = Waiting.wait(
          connection.descriptor, on: connection.sockets, for: .peerGone,
          wakes: connection.generation.end, wakeUp,
          until: .now + Self.stallLimit)
        switch end {
        case .woken(1): continue
        case .peerGone, .ready, .timedOut: return .end(peerLeft(send))
        case .woken: return .end(abandon(send))
        }
      }
    }
  }

  /// `nil` where the server crashed on the way.
  private func commit(
    _ send: Send, _ delivery: inout Delivery
  ) throws(FaultServerError) -> Outcome? {
    if send.isPlain { return try core.process(send) }
    let between = send.faults.filter { $0.fault.point == .betweenCommitAndKey }
    guard let first = try core.process(send, bindsKey: between.isEmpty) else { return nil }
    if case .committed(let record, _, _) = first.processed, !between.isEmpty {
      // Only the server's own death leaves the key unstored; other trouble is the connection's.
      let crashes = between.contains { $0.fault.action.isCrash }
      if !crashes { try core.bindKey(of: send, to: record) }
      switch try act(at: .betweenCommitAndKey, on: send, first.processed, &delivery) {
      case .goOn, .answer: break
      case .end(let ending):
        endingAfterCommit = ending
        return nil
      }
    }
    // The client hears of the second delivery: the first answer has nobody to go to.
    return delivery.deliversTwice ? try core.process(send) : first
  }

  func act(
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

  func perform(
    _ met: MetFault, on send: Send, _ processed: Processed?, _ delivery: inout Delivery
  ) throws(FaultServerError) -> Step {
    if met.fault.action.isHold { return try hold(met, send) }
    guard core.act(met, on: send) else { return .end(.reset) }
    switch met.fault.action {
    case .reset: return .end(resetAfterDrain(send))
    case .fin: return .end(finish(send))
    case .halfClose:
      core.ended(send.request, .closed)
      connection.sockets.shutDownWriting(connection.descriptor)
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
    case .delay(let pause): return delay(send, pause)
    case .lateAnswer:
      delivery.isLate = true
      if processed == nil { return .answer(.error(503)) }
    case .killClient, .hold, .ignoreExpect: break
    }
    return .goOn
  }

  private func hold(_ met: MetFault, _ send: Send) throws(FaultServerError) -> Step {
    guard let resumed = try core.hold(met, send) else { return .end(.reset) }
    let end = Waiting.wait(
      connection.descriptor, for: .nothing, wakes: connection.generation.end, resumed,
      until: .now + Self.stallLimit)
    core.released(send.request)
    guard end != .woken(0) else { return .end(abandon(send)) }
    return .goOn
  }
}

// MARK: - Ends

extension Conversation {
  func resetAfterDrain(_ send: Send) -> Connection.Ending {
    connection.drainSendQueue()
    core.ended(send.request, .reset)
    return .reset
  }

  func finish(_ send: Send) -> Connection.Ending {
    core.ended(send.request, .closed)
    return .finish
  }

  func peerLeft(_ send: Send) -> Connection.Ending {
    core.ended(send.request, server.isStopping ? .abandoned : .peerGone)
    return .reset
  }

  func abandon(_ send: Send) -> Connection.Ending {
    core.ended(send.request, .abandoned)
    return .reset
  }

  /// A client that leaves meanwhile does not stop what was begun.
  private func delay(_ send: Send, _ pause: Duration) -> Step {
    switch connection.waitForPeer(within: pause) {
    case .timedOut: return .goOn
    case .peerGone, .ready:
      core.ended(send.request, .peerGone, isOver: false)
      return .goOn
    case .woken: return .end(abandon(send))
    }
  }

  func stall(_ send: Send) -> Connection.Ending {
    if connection.waitForPeer(within: Self.stallLimit) == .peerGone {
      core.ended(send.request, .peerGone)
    } else {
      core.ended(send.request, .abandoned)
    }
    return .reset
  }
}

extension FaultAction {
  fileprivate var isCrash: Bool {
    if case .crashServer = self { true } else { false }
  }
}
