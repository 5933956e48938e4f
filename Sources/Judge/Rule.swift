// Owns: what a rule is. Does not own: which there are (RuleCatalog) or what they read (Reading).

import AcceptanceModel

/// One thing that a client can do wrong, and how it is seen in a history.
package protocol Rule: Sendable {
  static var code: FindingCode { get }
  /// What breaks the rule, in one sentence.
  static var summary: String { get }
  /// What usually stands behind it, in one sentence.
  static var likelyCause: String { get }
  /// For whoever meets the finding for the first time.
  static var explanation: RuleExplanation { get }
  /// Whether it rests on what happened within some time, so that a machine that is too busy can
  /// make a right client look wrong.
  static var restsOnTime: Bool { get }
  /// Findings of which one of this rule's, about the same operation, is only a consequence; the most
  /// telling first.
  static var followsFrom: [FindingCode] { get }
  /// At most one finding per operation, in the order of the operations' submission.
  ///
  /// A pure function. A history that was cut short (the run was interrupted) must not produce a
  /// finding that the whole history would not: silence is judged by a failed wait, never by the end.
  static func findings(in reading: Reading) -> [Finding]
}

extension Rule {
  package static var restsOnTime: Bool { false }

  package static var followsFrom: [FindingCode] { [] }

  /// - Parameter cause: Where the finding itself shows what it follows from.
  static func finding(
    _ operation: OperationName?, _ sentence: String, proof: [Moment],
    after cause: FindingCode? = nil
  ) -> Finding {
    Finding(
      code: code, operation: operation, sentence: sentence,
      proof: Set(proof.map(\.sequence)).sorted(), follows: cause)
  }
}
