// Owns: the exit statuses, which gates rely on.

import Reporting

enum ExitCode: Int32, CaseIterable {
  case passed = 0
  case failed = 1
  case inconclusive = 2
  case leaked = 3
  case tornTail = 10
  case brokenChain = 11
  case missingFile = 12
  case changedByte = 13
  case unreadable = 14
  case twice = 15
  case missingScenario = 16
  case otherRun = 17
  case wrongUsage = 64
  case wrongFile = 65
  case interrupted = 130

  var meaning: String {
    switch self {
    case .passed: "every scenario passed"
    case .failed: "the client failed a scenario, or attempts at one disagree (flaky)"
    case .inconclusive: "inconclusive: an error verdict, or no scenario selected"
    case .leaked: "a secret reached an artefact"
    case .tornTail: "verify: the evidence ends early"
    case .brokenChain: "verify: a line of evidence was removed, inserted or moved"
    case .missingFile: "verify: a file of evidence is missing"
    case .changedByte: "verify: evidence was changed"
    case .unreadable: "verify: evidence cannot be read"
    case .twice: "merge: a scenario is in two of the folders"
    case .missingScenario: "merge: a scenario is in none of the folders"
    case .otherRun: "merge: a folder is of another table, client or selection"
    case .wrongUsage: "wrong usage"
    case .wrongFile: "wrong scenario file"
    case .interrupted: "interrupted; the reports are written"
    }
  }
}

extension ExitCode {
  /// Of a run that ended by itself.
  static func of(_ summary: ReportSummary) -> ExitCode {
    if summary.leaks?.isLeak == true { return .leaked }
    let counts = summary.counts
    if counts.failed + counts.flaky > 0 { return .failed }
    return counts.errors + counts.notFinished > 0 || counts.all == 0 ? .inconclusive : .passed
  }
}
