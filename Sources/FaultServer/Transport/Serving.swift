// Owns: a complete send's way through its faults, the contract and its answer.

import AcceptanceModel

/// What a fault leaves to be done.
enum Step {
  case goOn
  case answer(Answer)
  case end(Connection.Ending)
}

/// What a fault did when its point was reached.
enum FaultEffect {
  /// It changed nothing, so it is not counted as acted.
  case notApplicable
  /// It changes how the request continues, and counts as acted once it has.
  case deferred
  /// It has acted.
  case applied(Step)
}

/// Faults that change what follows their point: each counts as acted once it has an effect.
struct Delivery {
  /// The answer is written one byte at a time.
  var drip: Drip?
  /// The request is processed a second time.
  var secondDelivery: MatchedFault?
  /// The answer is exchanged for that of another request.
  var swap: MatchedFault?
  /// The answer is written once the client has gone.
  var late: MatchedFault?

  struct Drip {
    let fault: MatchedFault
    let interval: Duration
    var hasActed = false
  }
}

extension ConnectionHandler {
  func serve(_ send: Send) -> Next {
    defer {
      // A fault that waited for a body that did not come must match the next request.
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
    core.onMoment?(.beforeCommit)
    guard let outcome = try commit(send, &delivery) else { return .end(endingAfterCommit) }
    let (processed, own) = (outcome.processed, outcome.answer)
    if case .refused = processed {
      // Nothing is recorded, so no point after the commit exists.
      return try write(own, to: send, processed, delivery, meetsFaults: false)
    }
    core.onMoment?(.afterCommit)
    var answer = own
    switch try act(at: .afterCommit, on: send, processed, replacing: own, &delivery) {
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
      case .refused(let status): return .answer(core.maker.error(status, for: .inProgress))
      case .later(let wakeUp):
        let end = PollWait.wait(
          connection.descriptor, on: connection.sockets, for: .peerGone,
          wakes: connection.connectionGroup.end, wakeUp,
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
    guard let second = delivery.secondDelivery, !first.processed.isRefused else { return first }
    // The client receives the answer to the second delivery; the first one is dropped.
    guard core.act(second, on: send) else { return nil }
    return try core.process(send)
  }

  /// - Parameter own: The server's own answer, where one is known at this point.
  func act(
    at point: FaultPoint, on send: Send, _ processed: Processed?, replacing own: Answer? = nil,
    _ delivery: inout Delivery
  ) throws(FaultServerError) -> Step {
    for met in send.faults where met.fault.point == point {
      switch try perform(met, on: send, processed, replacing: own, &delivery) {
      case .notApplicable, .deferred, .applied(.goOn): continue
      case .applied(let step): return step
      }
    }
    return .goOn
  }

  func perform(
    _ met: MatchedFault, on send: Send, _ processed: Processed?, replacing own: Answer? = nil,
    _ delivery: inout Delivery
  ) throws(FaultServerError) -> FaultEffect {
    guard met.fault.isPossible, !closesAnyway(met.fault, send) else { return .notApplicable }
    switch met.fault.action {
    case .killClient, .hold: return .applied(try hold(met, send))
    case .drip(let interval): delivery.drip = .init(fault: met, interval: interval)
    case .deliverTwice: delivery.secondDelivery = met
    case .swapAnswers: delivery.swap = met
    case .lateAnswer:
      delivery.late = met
      // Nothing is recorded, so a success would be a lie.
      if processed == nil { return .applied(.answer(.error(503))) }
    case .otherBody:
      return try core.replaceRecord(of: send, by: met) ? .applied(.goOn) : .notApplicable
    case .answer(let template):
      let answer = try core.answer(to: send, from: template, processed)
      if let own, own.isSame(onTheWireAs: answer) { return .notApplicable }
      return .applied(core.act(met, on: send) ? .answer(answer) : .end(.reset))
    case .delay(let pause):
      return .applied(core.act(met, on: send) ? delay(send, pause) : .end(.reset))
    case .ignoreExpect: return .notApplicable
    case .reset, .fin, .halfClose, .stall, .zeroWindow, .raw, .rawThenReset, .crashServer, .refuse:
      guard core.act(met, on: send) else { return .applied(.end(.reset)) }
      // Bytes inside an answer were announced with its beginning.
      if !FaultPoint.Kind.answering.contains(met.fault.point.kind) {
        core.broken(send.request, met.fault.action.rawBytes)
      }
      return .applied(.end(try end(send, by: met.fault.action)))
    }
    return .deferred
  }

  /// Whether the fault's FIN is what follows the answer anyway.
  private func closesAnyway(_ fault: PlannedFault, _ send: Send) -> Bool {
    fault.point == .answerEnd && fault.action.onlyCloses && !keepsAlive(send)
  }

  func keepsAlive(_ send: Send) -> Bool { core.spec.keepAlive && send.head.allowsKeepAlive }

  /// Faults after which nothing of the request is left.
  private func end(
    _ send: Send, by action: FaultAction
  ) throws(FaultServerError) -> Connection.Ending {
    switch action {
    case .fin: return finish(send)
    case .halfClose:
      core.ended(send.request, .closed)
      connection.sockets.shutDownWriting(connection.descriptor)
      connection.readAway(within: Self.stallLimit)
      return .close
    case .stall, .zeroWindow: return stall(send)
    case .raw(let bytes):
      guard !hasGivenUp else { return peerLeft(send) }
      // The end first: a client may act on these bytes at once.
      let ending = finish(send)
      return connection.write(bytes[...]) == .written ? ending : .reset
    case .rawThenReset(let bytes):
      guard !hasGivenUp else { return peerLeft(send) }
      core.ended(send.request, .reset)
      guard connection.write(bytes[...]) == .written else { return .reset }
      return resetAfterDrain(send)
    case .crashServer(let records):
      try server.crash(records)
      return .reset
    case .refuse:
      server.takeDown()
      return resetAfterDrain(send)
    case .reset, .drip, .answer, .killClient, .hold, .deliverTwice, .otherBody, .swapAnswers,
      .delay, .lateAnswer, .ignoreExpect:
      return resetAfterDrain(send)
    }
  }

  private func hold(_ met: MatchedFault, _ send: Send) throws(FaultServerError) -> Step {
    guard let resumed = try core.hold(met, send) else { return .end(.reset) }
    let end = PollWait.wait(
      connection.descriptor, for: .nothing, wakes: connection.connectionGroup.end, resumed,
      until: .now + Self.stallLimit)
    core.released(send.request)
    guard end != .woken(0) else { return .end(abandon(send)) }
    return .goOn
  }
}

// MARK: - Ends

extension ConnectionHandler {
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
  /// What it writes itself.
  var rawBytes: [UInt8] {
    switch self {
    case .raw(let bytes), .rawThenReset(let bytes): bytes
    default: []
    }
  }

  /// Whether nothing of the answer follows.
  var endsTheAnswer: Bool {
    switch self {
    case .reset, .fin, .halfClose, .stall, .raw, .rawThenReset, .refuse, .zeroWindow, .crashServer:
      true
    case .drip, .answer, .killClient, .hold, .deliverTwice, .otherBody, .swapAnswers, .delay,
      .lateAnswer, .ignoreExpect:
      false
    }
  }

  fileprivate var isCrash: Bool {
    if case .crashServer = self { true } else { false }
  }
}
