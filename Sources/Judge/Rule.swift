// Owns: what a rule is. Does not own: which there are (RuleCatalog) or what they read (HistoryView).

import AcceptanceModel

/// One thing that a client can do wrong, and how it is seen in a history.
package protocol Rule: Sendable {
  static var code: FindingCode { get }
  /// What breaks the rule, in one sentence.
  static var summary: Message { get }
  /// The usual cause, in one sentence.
  static var likelyCause: Message { get }
  /// For whoever meets the finding for the first time.
  static var explanation: RuleExplanation { get }
  /// What could still take one of its findings back.
  static var certainty: Certainty { get }
  /// Findings that explain one of this rule's about the same operation as a mere consequence; the
  /// most informative first.
  static var followsFrom: [FindingCode] { get }
  /// At most one finding per operation, in the order of the operations' submission.
  ///
  /// A pure function. A history that was cut short (the run was interrupted) must not produce a
  /// finding that the whole history would not: silence is judged by a failed wait, never by the end.
  static func findings(in view: HistoryView) -> [Finding]
}

/// What could still take a finding back.
package enum Certainty: Sendable, Hashable {
  /// Nothing: what was seen stays seen, whatever comes after it. Lateness of the client, the runner
  /// or the machine cannot have caused it.
  case onceSeen
  /// Only the rest of the history, e.g. a key that the client reports later.
  case atTheEnd
  /// Something did not happen in time. The runner waits for what the client's processes lacked a
  /// processor; causes that it cannot measure remain, so a machine under load gets a second attempt.
  case unlessLate
}

extension Rule {
  package static var certainty: Certainty { .atTheEnd }

  package static var followsFrom: [FindingCode] { [] }

  /// - Parameter cause: Where the finding itself shows what it follows from.
  static func finding(
    _ operation: OperationName?, _ sentence: Message, proof: [HistoryPosition],
    after cause: FindingCode? = nil
  ) -> Finding {
    Finding(
      code: code, operation: operation, sentence: sentence,
      proof: Set(proof.map(\.sequence)).sorted(), follows: cause)
  }
}
