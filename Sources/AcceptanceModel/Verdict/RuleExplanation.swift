/// What a person needs who meets a finding for the first time.
package struct RuleExplanation: Sendable, Hashable {
  package struct Remedy: Sendable, Hashable {
    package let cause: String
    package let fix: String

    package init(cause: String, fix: String) {
      self.cause = cause
      self.fix = fix
    }
  }

  /// What it means, and why it matters.
  package let meaning: String
  /// What a wrong client does, one event after the other.
  package let example: [String]
  /// What is usually behind it, the most frequent first, and what to do about it.
  package let remedies: [Remedy]

  package init(meaning: String, example: [String], remedies: [Remedy]) {
    self.meaning = meaning
    self.example = example
    self.remedies = remedies
  }
}

/// A finding's code with all that is said of it before it is found.
package struct ExplainedCode: Sendable, Hashable {
  package let code: FindingCode
  /// What breaks the rule, in one sentence.
  package let summary: String
  package let explanation: RuleExplanation

  package init(code: FindingCode, summary: String, explanation: RuleExplanation) {
    self.code = code
    self.summary = summary
    self.explanation = explanation
  }

  /// Its place in the guide, from the root of the repository.
  package var guide: String { "Sources/acceptance/acceptance.docc/Troubleshooting.md#\(code)" }
}
