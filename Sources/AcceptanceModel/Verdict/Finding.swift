// Owns: what the judge found, as values whose text is safe to show by construction.

/// A finding's stable code, e.g. `key-changed`.
package struct FindingCode: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { text }

  /// The code as one word, e.g. `KeyChanged`: readers of JUnit's `type` expect a class name.
  package var typeName: String {
    text.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  package static func < (left: FindingCode, right: FindingCode) -> Bool { left.text < right.text }
}

extension FindingCode {
  /// The client lacks an ability that the run requires: from the command line, not from a rule.
  package static let abilityMissing = FindingCode("ability-missing")
  /// A known failure that did not happen: from the table, not from a rule.
  package static let knownFailureStale = FindingCode("known-failure-stale")
}

/// One thing that the client did wrong.
package struct Finding: Sendable, Hashable {
  package let code: FindingCode
  /// The operation it is about; `nil` where it is about none in particular.
  package let operation: OperationName?
  /// What happened, when, and the likely cause. What may be a client's text is a confidential part
  /// of it: a key, a body, a task id never are any other.
  package let sentence: Message
  /// Sequence numbers of the history entries that prove it, ascending.
  package let proof: [Int]
  /// The finding that this one is a consequence of; `nil` for a cause.
  package var follows: FindingCode?

  package init(
    code: FindingCode, operation: OperationName?, sentence: Message, proof: [Int],
    follows: FindingCode? = nil
  ) {
    self.follows = follows
    self.code = code
    self.operation = operation
    self.sentence = sentence
    self.proof = proof
  }
}

package enum Verdict: Sendable, Hashable {
  case notFinished
  case passed
  /// The client's fault. Never empty.
  case failed([Finding])
  /// Attempts disagree: at least one failed, at least one passed. The findings of those that failed;
  /// never empty. A gate fails on it.
  case flaky([Finding])
  /// It failed as the table says that it does, and in no other way: no news for a gate. Never empty.
  case knownFailure([Finding], reason: String)
  /// The result is inconclusive.
  case error(RunnerError)
  case skipped(reason: Message)
}

/// Why the result is inconclusive. Each sentence names sizes and words of the file, never contents.
package enum RunnerError: Error, Sendable, Hashable {
  case clientNotStarted(reason: Message, stderrByteCount: Int)
  case contractBroken(reason: Message)
  case faultNotReached(index: Int, kind: String)
  case stepImpossible(index: Int, reason: Message)
  /// What the scenario rests on did not hold when this step acted.
  case premiseMissed(index: Int, reason: Message)
  case serverFailed(reason: Message)
  case homeRemoved
  case interrupted
  case timedOut(after: Duration)
  /// In all that time the client's processes or the runner's were ready to run and had no processor
  /// for `lacking`.
  case machineStarved(waited: Duration, lacking: Duration)
  /// It did not begin, or was ended, for a reason that is none of the scenario's.
  case notRun(reason: Message)
}

extension RunnerError: CustomStringConvertible {
  /// As evidence and JUnit's `type` have it.
  package var typeName: Keyword {
    switch self {
    case .clientNotStarted: "ClientNotStarted"
    case .contractBroken: "ContractBroken"
    case .faultNotReached: "FaultNotReached"
    case .stepImpossible: "StepImpossible"
    case .premiseMissed: "PremiseMissed"
    case .serverFailed: "ServerFailed"
    case .homeRemoved: "HomeRemoved"
    case .interrupted: "Interrupted"
    case .timedOut: "TimedOut"
    case .machineStarved: "MachineStarved"
    case .notRun: "NotRun"
    }
  }

  package var description: String { message.text }

  package var message: Message {
    switch self {
    case .clientNotStarted(let reason, let count):
      "the client could not be started: \(reason) (\(count) bytes on stderr)"
    case .contractBroken(let reason):
      "the client broke the contract before its first send: \(reason)"
    case .faultNotReached(let index, let kind):
      "fault \(index + 1) (\(table: kind)) was never reached, so the scenario proves nothing: the"
        + " client did not send the request that the fault waits for"
    case .stepImpossible(let index, let reason): "step \(index + 1) could not be done: \(reason)"
    case .premiseMissed(let index, let reason):
      "step \(index + 1) did not come at the moment that the scenario is about, so it proves"
        + " nothing: \(reason)"
    case .serverFailed(let reason): "the fault server failed: \(reason)"
    case .homeRemoved:
      "the client's data folder was removed from outside while the scenario ran: give the run a TMPDIR"
        + " that nothing else clears"
    case .interrupted: "the run was interrupted before this scenario ended"
    case .timedOut(let duration):
      "the scenario did not end within \(duration): the client takes longer than its"
        + " limits allow, or `--timeout` is too short"
    case .machineStarved(let waited, let lacking):
      "the machine was too busy to tell: in a wait of \(waited), the client or the"
        + " runner was ready to run and had no processor for \(lacking); run fewer"
        + " scenarios at once (--jobs) or on a machine with less load"
    case .notRun(let reason): "not run: \(reason)"
    }
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  package var milliseconds: Int {
    let parts = components
    return Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000)
  }
}
