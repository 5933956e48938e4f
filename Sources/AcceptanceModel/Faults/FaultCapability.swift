// Owns: the one table of which action can act at which point, and what else it needs. The loader, the
// JSON Schema, the server and `explore` read it.

extension FaultAction {
  /// The action without its parameters; the raw value is the scenario file's word.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case reset
    case fin
    case halfClose = "half-close"
    case stall
    case drip
    case raw
    case rawThenReset = "raw-then-reset"
    case answer
    case killClient = "kill-client"
    case hold
    case crashServer = "crash-server"
    case deliverTwice = "deliver-twice"
    case otherBody = "other-body"
    case ignoreExpect = "ignore-expect"
    case refuse
    case zeroWindow = "zero-window"
    case delay
    case lateAnswer = "late-answer"
    case swapAnswers = "swap-answers"
  }

  package var kind: Kind {
    switch self {
    case .reset: .reset
    case .fin: .fin
    case .halfClose: .halfClose
    case .stall: .stall
    case .drip: .drip
    case .raw: .raw
    case .rawThenReset: .rawThenReset
    case .answer: .answer
    case .killClient: .killClient
    case .hold: .hold
    case .crashServer: .crashServer
    case .deliverTwice: .deliverTwice
    case .otherBody: .otherBody
    case .ignoreExpect: .ignoreExpect
    case .refuse: .refuse
    case .zeroWindow: .zeroWindow
    case .delay: .delay
    case .lateAnswer: .lateAnswer
    case .swapAnswers: .swapAnswers
    }
  }
}

extension FaultPoint {
  /// The point without its byte; the raw value is the scenario file's word.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case accept
    case headers
    case body
    case beforeCommit = "before-commit"
    case betweenCommitAndKey = "between-commit-and-key"
    case afterCommit = "after-commit"
    case answer
    case answerBody = "answer-body"
    case lastByte = "last-byte"
    case answerEnd = "answer-end"
    case idle

    /// Whether the point is so many bytes into something.
    package var takesByte: Bool { [.body, .answer, .answerBody].contains(self) }

    /// Before the request is whole.
    package static let incomplete: Set<Kind> = [.accept, .headers, .body]
    /// The request is whole, no byte of the answer is written.
    package static let decided: Set<Kind> = [.beforeCommit, .betweenCommitAndKey, .afterCommit]
    /// Part of the answer is written.
    package static let answering: Set<Kind> = [.answer, .answerBody, .lastByte]
    /// The whole answer is written.
    package static let over: Set<Kind> = [.answerEnd, .idle]
  }

  package var kind: Kind {
    switch self {
    case .accept: .accept
    case .headers: .headers
    case .body: .body
    case .beforeCommit: .beforeCommit
    case .betweenCommitAndKey: .betweenCommitAndKey
    case .afterCommit: .afterCommit
    case .answer: .answer
    case .answerBody: .answerBody
    case .lastByte: .lastByte
    case .answerEnd: .answerEnd
    case .idle: .idle
    }
  }
}

extension FaultAction.Kind {
  /// Where this action can change what happens.
  package var points: Set<FaultPoint.Kind> {
    switch self {
    case .reset, .fin, .halfClose, .stall, .raw, .rawThenReset, .crashServer, .refuse:
      Set(FaultPoint.Kind.allCases)
    case .killClient:
      FaultPoint.Kind.decided.union(FaultPoint.Kind.answering).union(FaultPoint.Kind.over)
    case .hold: FaultPoint.Kind.decided
    // At the last byte there are no two bytes left to space out.
    case .drip: FaultPoint.Kind.decided.union([.answer, .answerBody])
    // Inside an answer there is no place for another one; after it there is.
    case .answer:
      FaultPoint.Kind.incomplete.union([.beforeCommit, .afterCommit, .answerEnd])
    case .deliverTwice: [.beforeCommit, .betweenCommitAndKey]
    case .otherBody: [.beforeCommit]
    case .ignoreExpect: [.headers]
    case .zeroWindow: FaultPoint.Kind.incomplete
    case .delay: Set(FaultPoint.Kind.allCases).subtracting(FaultPoint.Kind.over)
    case .lateAnswer, .swapAnswers: [.beforeCommit, .afterCommit]
    }
  }
}

/// What a fault needs of its scenario, besides a point that its action can act at.
package enum FaultNeed: Sendable, Hashable {
  /// The connection stays open after the answer.
  case keepAlive
  /// The server knows idempotency keys.
  case key
  /// The server compares the body of a send with the body recorded under its key.
  case bodyComparison
  /// Two operations are in flight at once.
  case twoOperations
}

extension PlannedFault {
  /// Whether its action can act at its point.
  package var isPossible: Bool { action.kind.points.contains(point.kind) }

  /// In the order in which they are to be reported.
  package var needs: [FaultNeed] {
    var needs: [FaultNeed] = []
    if point == .idle || point == .answerEnd && action.onlyCloses { needs.append(.keepAlive) }
    if point == .betweenCommitAndKey { needs.append(.key) }
    switch action.kind {
    case .otherBody: needs += [.key, .bodyComparison]
    case .swapAnswers: needs.append(.twoOperations)
    case .reset, .fin, .halfClose, .stall, .drip, .raw, .rawThenReset, .answer, .killClient, .hold,
      .crashServer, .deliverTwice, .ignoreExpect, .refuse, .zeroWindow, .delay, .lateAnswer:
      break
    }
    return needs
  }
}

extension FaultAction {
  /// Whether all that it does is a FIN: what follows every answer without keep-alive anyway.
  package var onlyCloses: Bool {
    switch self {
    case .fin, .halfClose: true
    case .raw(let bytes): bytes.isEmpty
    case .reset, .stall, .drip, .rawThenReset, .answer, .killClient, .hold, .crashServer,
      .deliverTwice, .otherBody, .ignoreExpect, .refuse, .zeroWindow, .delay, .lateAnswer,
      .swapAnswers:
      false
    }
  }
}

extension FaultPoint {
  /// Whether the fault acts on a request that is not whole, or on a connection without one.
  package var isBeforeBodyEnd: Bool { Kind.incomplete.contains(kind) }

  /// Whether a selector can be evaluated at this point. Neither operation nor key is known before
  /// anything was read.
  package func takes(_ selector: FaultSelector) -> Bool {
    switch selector {
    case .connection, .request: true
    case .operation, .key: self != .accept
    }
  }
}
