// Owns: judging a stored run again: the rules of this program on the history that was recorded.

import AcceptanceModel
import Evidence
import Judge

enum RecheckCommand: Command {
  static let name = "recheck"
  static let summary = "re-judge a stored run from its evidence, without running anything"
  static let operands = ["DIR"]
  static let options: [Option] = []
  static let details = """
    Exit status: 0: the verdicts are those that were reported; 1: they differ; that of verify where
    the evidence is incomplete.
    """

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let stored = try StoredRun.read(arguments.operands[0]).evidence
    guard !stored.run.isReproducible else {
      throw UsageError(
        "\(arguments.operands[0]): this evidence was made with --reproducible and holds no times, so "
          + "it cannot be judged again")
    }
    for flaw in stored.verification.flaws { Console.print("\(flaw)") }
    var (judgedCount, otherCount) = (0, 0)
    for scenario in stored.scenarios {
      guard let reported = codes(scenario.verdict) else {
        Console.print("\(scenario.id.text): not judged again: \(reason(scenario.verdict))")
        continue
      }
      judgedCount += 1
      let found = Set(Judge.findings(in: scenario.history).map(\.code.text))
      guard found != reported else { continue }
      otherCount += 1
      Console.print(
        "\(scenario.id.text): the evidence shows \(words(found)), the report said "
          + words(reported))
    }
    let unjudged = stored.scenarios.count - judgedCount
    Console.print(
      "\(judgedCount) of \(stored.scenarios.count) scenarios judged again, "
        + (otherCount == 0 ? "each as reported" : "\(otherCount) not as reported")
        + (unjudged == 0 ? "" : "; \(unjudged) not judged again, named above"))
    if !stored.verification.flaws.isEmpty {
      return ExitCode(rawValue: stored.verification.exitStatus) ?? .inconclusive
    }
    return otherCount == 0 ? .passed : .failed
  }

  /// `nil` where the verdict does not come from the rules: there is nothing to compare.
  private static func codes(_ verdict: RedactedVerdict) -> Set<String>? {
    // These two come from the table and the command line, not from what the client did.
    let foreign: Set = [FindingCode.knownFailureStale.text, FindingCode.abilityMissing.text]
    switch verdict {
    case .passed: return []
    case .failed(let findings), .flaky(let findings), .knownFailure(let findings, _):
      return Set(findings.map(\.code.text)).subtracting(foreign)
    case .notFinished, .error, .skipped: return nil
    }
  }

  /// Why there is nothing to compare.
  private static func reason(_ verdict: RedactedVerdict) -> String {
    switch verdict {
    case .skipped(let reason): "it was skipped: \(reason)"
    case .error(let type, _): "it ended with the error \(type), not with a verdict of the rules"
    case .notFinished: "it left no complete evidence"
    case .passed, .failed, .flaky, .knownFailure: "it has a verdict"
    }
  }

  private static func words(_ codes: Set<String>) -> String {
    codes.isEmpty ? "no finding" : codes.sorted().joined(separator: ", ")
  }
}
