// Owns: what did not pass, gathered by its reason: a client that is wrong in one way fails many
// scenarios, and that one way is what a person looks for.

import Evidence

struct FailureReason: Sendable {
  /// A finding's code, or an error's type.
  let code: String
  let isError: Bool
  /// Of the first scenario.
  let sentence: String
  /// Whether it was never more than a consequence of another.
  private(set) var isConsequence: Bool
  /// In the report's order, each once.
  private(set) var scenarios: [RedactedScenario] = []

  var names: [String] { scenarios.map(\.id.text) }

  /// Causes first, then what only follows from them; within each the most frequent first, equally
  /// frequent ones as they first came.
  static func reasons(of scenarios: [RedactedScenario]) -> [FailureReason] {
    var order: [String] = []
    var reasons: [String: FailureReason] = [:]
    func note(
      _ scenario: RedactedScenario, _ code: String, _ sentence: String, isError: Bool,
      isConsequence: Bool = false
    ) {
      if reasons[code] == nil {
        order.append(code)
        reasons[code] = FailureReason(
          code: code, isError: isError, sentence: sentence, isConsequence: isConsequence)
      }
      if !isConsequence { reasons[code]?.isConsequence = false }
      if reasons[code]?.scenarios.contains(where: { $0.id == scenario.id }) == false {
        reasons[code]?.scenarios.append(scenario)
      }
    }
    for scenario in scenarios {
      switch scenario.verdict {
      case .failed(let findings), .flaky(let findings):
        for finding in findings {
          note(
            scenario, finding.code.text, finding.markedSentence, isError: false,
            isConsequence: finding.follows != nil)
        }
      case .error(let type, let sentence): note(scenario, type.text, sentence.text, isError: true)
      case .notFinished, .passed, .skipped, .knownFailure: break
      }
    }
    return order.compactMap { reasons[$0] }.enumerated().sorted { left, right in
      if left.element.isConsequence != right.element.isConsequence {
        return right.element.isConsequence
      }
      let counts = (left.element.scenarios.count, right.element.scenarios.count)
      return counts.0 == counts.1 ? left.offset < right.offset : counts.0 > counts.1
    }.map(\.element)
  }

  /// `a, b, c and 44 more`.
  static func listed(_ names: [String], upTo limit: Int) -> String {
    // One more is named rather than counted.
    let shown = names.count <= limit + 1 ? names[...] : names.prefix(limit)
    let rest = names.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

/// Findings of one scenario and one code: many operations often show the same thing.
struct FindingGroup: Sendable {
  let first: RedactedFinding
  private(set) var others: [RedactedFinding] = []

  static func groups(of findings: [RedactedFinding]) -> [FindingGroup] {
    var groups: [FindingGroup] = []
    for finding in findings {
      if let index = groups.firstIndex(where: { $0.first.code == finding.code }) {
        groups[index].others.append(finding)
      } else {
        groups.append(FindingGroup(first: finding))
      }
    }
    return groups
  }

  /// What is said of the others; `nil` without any.
  var likewise: String? {
    guard !others.isEmpty else { return nil }
    var names: [String] = []
    for name in others.compactMap(\.operation?.text) where !names.contains(name) {
      names.append(name)
    }
    guard names.count == others.count else { return "and \(others.count) more findings like it" }
    return "likewise " + FailureReason.listed(names, upTo: 8)
  }
}
