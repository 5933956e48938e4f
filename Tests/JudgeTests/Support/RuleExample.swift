// Owns: what an example of a rule is, and the list of all of them.
// To add examples: one list in `Examples`, one line in `all`.

import AcceptanceModel
import Testing

/// A history by hand and the whole list of findings that it must have.
struct RuleExample: Sendable, CustomTestStringConvertible {
  /// The rule that it breaks, or nearly breaks.
  let code: String
  let title: String
  /// In the order told; empty where a right client could have made this history.
  let codes: [String]
  let log: Log

  var testDescription: String { "\(code): \(title)" }

  /// A history that breaks the rule, and perhaps others with it.
  static func breaks(
    _ code: String, _ title: String, also codes: [String]? = nil, _ write: (inout Log) -> Void
  ) -> RuleExample {
    RuleExample(code: code, title: title, codes: codes ?? [code], log: Log(write))
  }

  /// A history that comes close to breaking the rule, and is right.
  static func spares(
    _ code: String, _ title: String, _ write: (inout Log) -> Void
  ) -> RuleExample {
    RuleExample(code: code, title: title, codes: [], log: Log(write))
  }

  static let all: [RuleExample] =
    keyExamples + contentExamples + recordExamples + listExamples + lossExamples + stopExamples
    + doneExamples + flightExamples + paceExamples + waitExamples + processExamples
    + endpointExamples + checkExamples + refusalExamples
}
