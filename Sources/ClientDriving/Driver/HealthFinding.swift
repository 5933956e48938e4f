/// One thing that was looked at.
package struct HealthFinding: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case fine
    /// Worth knowing; a run is as good without.
    case note(fix: String?)
    /// A run cannot succeed like this.
    case trouble(fix: String)
  }

  /// What was looked at, in one word.
  package let subject: String
  package let outcome: Outcome
  /// What was seen. Names words of the table and sizes, nothing that a client printed.
  package let sentence: String
  /// What the client wrote to stderr, for the terminal alone.
  package let stderrTail: [UInt8]

  package init(subject: String, outcome: Outcome, sentence: String, stderrTail: [UInt8] = []) {
    self.subject = subject
    self.outcome = outcome
    self.sentence = sentence
    self.stderrTail = stderrTail
  }

  package static func fine(_ subject: String, _ sentence: String) -> HealthFinding {
    HealthFinding(subject: subject, outcome: .fine, sentence: sentence)
  }

  package static func note(_ subject: String, _ sentence: String, fix: String? = nil)
    -> HealthFinding
  {
    HealthFinding(subject: subject, outcome: .note(fix: fix), sentence: sentence)
  }

  package static func trouble(_ subject: String, _ sentence: String, fix: String) -> HealthFinding {
    HealthFinding(subject: subject, outcome: .trouble(fix: fix), sentence: sentence)
  }

  package var isTrouble: Bool { if case .trouble = outcome { true } else { false } }
}
