// Owns: how reports describe a scenario's earlier tries. Does not own: when there is one (the
// runner).

import AcceptanceModel
import Evidence

struct TryWords {
  /// `try 1`
  let label: String
  /// What that run was, and how busy the machine.
  let sentence: String

  /// In their order; empty where the first run counted.
  static func all(of scenario: RedactedScenario) -> [TryWords] {
    let isFlaky = if case .flaky = scenario.verdict { true } else { false }
    return scenario.earlierTries.enumerated().map { index, earlier in
      TryWords(
        label: isFlaky ? "other attempt" : "attempt \(index + 1)", sentence: sentence(earlier))
    }
  }

  private static func sentence(_ earlier: RedactedTry) -> String {
    let duration = ConsoleLayout.duration(earlier.duration.milliseconds)
    return "\(outcome(earlier.verdict)) (\(duration), load: \(load(earlier)) threads per core)"
      + found(earlier.verdict)
  }

  /// With one decimal.
  private static func load(_ earlier: RedactedTry) -> String {
    let tenths = (earlier.loadPercent + 5) / 10
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func outcome(_ verdict: RedactedVerdict) -> String {
    switch verdict {
    case .error: "inconclusive; scenario retried"
    case .notFinished, .passed, .failed, .flaky, .knownFailure, .skipped: "\(verdict.word)"
    }
  }

  private static func found(_ verdict: RedactedVerdict) -> String {
    switch verdict {
    case .failed(let findings), .flaky(let findings):
      ": " + findings.map { "\($0.code): \($0.sentence)" }.joined(separator: "; ")
    case .error(let type, let sentence): ": \(type): \(sentence)"
    case .notFinished, .passed, .knownFailure, .skipped: ""
    }
  }

  /// `2nd attempt`, where it was not the first; `nil` where it was.
  static func ordinal(of scenario: RedactedScenario) -> String? {
    let count = scenario.earlierTries.count
    if case .flaky = scenario.verdict { return "\(count + 1) attempts" }
    return switch count {
    case 0: nil
    case 1: "2nd attempt"
    case 2: "3rd attempt"
    default: "\(count + 1)th attempt"
    }
  }
}
