// Owns: histories of right clients, one for each freedom that the rules must leave.
// Does not own: near misses of single rules (RuleExample).

import AcceptanceModel
import Testing

struct RightHistory: Sendable, CustomTestStringConvertible {
  let title: String
  let log: Log

  init(_ title: String, _ write: (inout Log) -> Void) {
    self.title = title
    log = Log(write)
  }

  private init(_ example: RuleExample) {
    title = example.testDescription
    log = example.log
  }

  var testDescription: String { title }

  static func spared(_ examples: [RuleExample]) -> [RightHistory] {
    examples.filter(\.codes.isEmpty).map { RightHistory($0) }
  }
}

enum RightHistories {
  static let all =
    requestFreedoms + processFreedoms + answerFreedoms + imaginedFreedoms
    + RightHistory.spared(RuleExample.all)
}
