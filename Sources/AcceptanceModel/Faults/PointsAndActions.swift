// Owns: which action can act at which point. Loading refuses the others.

extension FaultPoint {
  /// Whether a fault at this point can do that.
  package func takes(_ action: FaultAction) -> Bool {
    switch action {
    case .reset, .fin, .halfClose, .stall, .raw, .rawThenReset, .refuse, .crashServer: true
    case .zeroWindow: isBeforeBodyEnd
    case .delay: self != .idle
    case .ignoreExpect: self == .headers
    case .answer:
      switch self {
      case .accept, .headers, .body, .beforeCommit, .afterCommit, .answerEnd: true
      case .betweenCommitAndKey, .answer, .answerBody, .lastByte, .idle: false
      }
    case .killClient: !isBeforeBodyEnd && self != .idle
    case .hold:
      self == .beforeCommit || self == .betweenCommitAndKey || self == .afterCommit
    case .drip:
      switch self {
      case .beforeCommit, .betweenCommitAndKey, .afterCommit, .answer, .answerBody: true
      case .accept, .headers, .body, .lastByte, .answerEnd, .idle: false
      }
    case .deliverTwice, .otherBody: self == .beforeCommit
    case .swapAnswers, .lateAnswer: self == .beforeCommit || self == .afterCommit
    }
  }

  /// Whether the fault acts on a request that is not whole, or on a connection without one.
  package var isBeforeBodyEnd: Bool {
    switch self {
    case .accept, .headers, .body: true
    case .beforeCommit, .betweenCommitAndKey, .afterCommit, .answer, .answerBody, .lastByte,
      .answerEnd, .idle:
      false
    }
  }
}

extension FaultPoint {
  /// Whether a selector can be told at this point. Nothing is known of an operation or a key before
  /// anything was read.
  package func takes(_ selector: FaultSelector) -> Bool {
    switch selector {
    case .connection, .request: true
    case .operation, .key: self != .accept
    }
  }
}
