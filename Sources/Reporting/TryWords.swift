// Owns: how reports tell of a scenario's earlier tries. Does not own: when there is one (the runner).

import AcceptanceModel
import Evidence

struct TryWords {
  /// `try 1`
  let label: String
  /// What that run was, and how busy the machine.
  let sentence: String

  /// In their order; empty where the first run counted.
  static func all(of scenario: RedactedScenario) -> [TryWords] {
    scenario.earlierTries.enumerated().map { index, earlier in
      TryWords(label: "try \(index + 1)", sentence: sentence(earlier))
    }
  }

  private static func sentence(_ earlier: RedactedTry) -> String {
    let duration = ConsoleLayout.duration(earlier.duration.milliseconds)
    return "proved nothing, so the scenario was run again (\(duration), \(load(earlier)) threads a "
      + "processor): \(found(earlier.verdict))"
  }

  /// With one decimal.
  private static func load(_ earlier: RedactedTry) -> String {
    let tenths = (earlier.loadPercent + 5) / 10
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func found(_ verdict: RedactedVerdict) -> String {
    switch verdict {
    case .failed(let findings):
      findings.map { "\($0.code): \($0.sentence)" }.joined(separator: "; ")
    case .error(let type, let sentence): "\(type): \(sentence)"
    case .notFinished, .passed, .knownFailure, .skipped: "\(verdict.word)"
    }
  }

  /// `2nd try`, where it was not the first; `nil` where it was.
  static func ordinal(of scenario: RedactedScenario) -> String? {
    switch scenario.earlierTries.count {
    case 0: nil
    case 1: "2nd try"
    case 2: "3rd try"
    case let count: "\(count + 1)th try"
    }
  }
}
