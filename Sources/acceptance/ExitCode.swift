// Owns: the exit statuses, which gates rely on.

enum ExitCode: Int32, CaseIterable {
  case passed = 0
  case failed = 1
  case untold = 2
  case leaked = 3
  case tornTail = 10
  case brokenChain = 11
  case missingFile = 12
  case changedByte = 13
  case unreadable = 14
  case wrongUsage = 64
  case wrongFile = 65
  case interrupted = 130

  var meaning: String {
    switch self {
    case .passed: "every scenario passed"
    case .failed: "the client failed a scenario"
    case .untold: "the runner could not tell: an error verdict, or nothing selected"
    case .leaked: "a secret reached an artefact"
    case .tornTail: "verify: the evidence ends early"
    case .brokenChain: "verify: a line of evidence was taken out, put in or moved"
    case .missingFile: "verify: a file of evidence is missing"
    case .changedByte: "verify: evidence was changed"
    case .unreadable: "verify: evidence cannot be read"
    case .wrongUsage: "wrong usage"
    case .wrongFile: "wrong scenario file"
    case .interrupted: "interrupted; the reports are written"
    }
  }
}
