// Owns: finding faults that can never act. Does not own: steps that cannot be done (ScenarioWalk).

import AcceptanceModel

struct FaultReach {
  /// All operations that the scenario submits.
  let book: DeclaredOperations
  let server: ServerSpec

  /// Why this fault can never act; `nil` where it can.
  func complaint(about fault: PlannedFault) -> String? {
    operationComplaint(fault) ?? selectorComplaint(fault) ?? needComplaint(fault)
  }

  private func operationComplaint(_ fault: PlannedFault) -> String? {
    if book.entries.isEmpty { return "this fault can never act: no step submits an operation" }
    guard case .operation(.some(let name), _) = fault.selector else { return nil }
    if book.isBurst(name) {
      return "\"\(name)\" is a burst of \(book.operations(name).count) operations; "
        + "name one of them, e.g. \"\(name)-1\", or \"*\" for each operation"
    }
    return book.isKnown(name)
      ? nil
      : "this fault can never act: no step submits the operation \"\(name)\"; "
        + book.instead(of: name)
  }

  private func selectorComplaint(_ fault: PlannedFault) -> String? {
    let word = fault.point.word
    switch (fault.selector, fault.point) {
    case (.operation, .accept), (.key, .accept):
      return "this fault can never act: at \"\(word)\" nothing of a request is known; "
        + "select it by \"request\" or \"connection\""
    case (.key, _) where server.key == .none:
      return "this fault can never act: the server of this scenario knows no keys; "
        + "select it by \"operation\", \"request\" or \"connection\""
    case (.key, .headers), (.key, .body):
      guard case .field = server.key else { return nil }
      return "this fault can never act: at \"\(word)\" a key in a field of the body is not read "
        + "yet; select it by \"operation\", \"request\" or \"connection\""
    default: return nil
    }
  }

  private func needComplaint(_ fault: PlannedFault) -> String? {
    for need in fault.needs {
      if let missing = missing(need, for: fault) { return "this fault can never act: \(missing)" }
    }
    return nil
  }

  /// Why the scenario does not have what the fault needs; `nil` where it has.
  private func missing(_ need: FaultNeed, for fault: PlannedFault) -> String? {
    switch need {
    case .keepAlive where !server.keepAlive:
      fault.point == .idle
        ? "no connection is ever idle without \"keepAlive\": true in the server of this scenario"
        : "without \"keepAlive\": true in the server of this scenario every connection is closed "
          + "after its answer"
    case .key where server.key == .none:
      "the server of this scenario knows no keys, "
        + (fault.action == .otherBody
          ? "so there is no record under one" : "so nothing lies between the commit and the key")
    case .bodyComparison where server.fingerprint == .none:
      "the server of this scenario compares no bodies (\"fingerprint\": \"none\"), "
        + "so another body under a key is no conflict"
    case .twoOperations where book.origins.count < 2:
      "it swaps the answers of two operations, and the steps submit only one"
    case .keepAlive, .key, .bodyComparison, .twoOperations: nil
    }
  }
}

extension FaultReach {
  /// Why the later of two faults can never act; `nil` where both can. Says it only where nothing of
  /// the request is left: an answer that is replaced can still be cut.
  static func complaint(about later: PlannedFault, after earlier: (number: Int, PlannedFault))
    -> String?
  {
    let (number, first) = earlier
    guard first.selector == later.selector, first.action.endsTheRequest || first == later,
      first.point.order <= later.point.order
    else { return nil }
    return "this fault can never act: fault \(number) ends the same requests "
      + "at \"\(first.point.word)\"; select other requests"
  }
}

extension FaultPoint {
  /// Its place in a request's life: by stage, then by bytes.
  fileprivate var order: (stage: Int, byte: Int) {
    switch self {
    case .accept: (0, 0)
    case .headers: (1, 0)
    case .body(let byte): (2, byte)
    case .beforeCommit: (3, 0)
    case .betweenCommitAndKey: (4, 0)
    case .afterCommit: (5, 0)
    case .answer(let byte): (6, byte)
    // Where the body begins among the answer's bytes is not known here.
    case .answerBody(let byte): (7, byte)
    case .lastByte: (8, 0)
    case .answerEnd: (9, 0)
    case .idle: (10, 0)
    }
  }
}

extension FaultAction {
  fileprivate var endsTheRequest: Bool {
    switch self {
    case .reset, .fin, .stall, .raw, .rawThenReset, .refuse, .zeroWindow, .crashServer: true
    case .halfClose, .drip, .answer, .killClient, .hold, .deliverTwice, .otherBody,
      .swapAnswers, .delay, .lateAnswer, .ignoreExpect:
      false
    }
  }
}
