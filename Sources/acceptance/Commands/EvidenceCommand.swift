import Evidence
import Reporting

enum EvidenceCommand: Command {
  static let name = "evidence"
  static let summary = "print a run's operations: task, key, sends, answers, records, verdict"
  static let operands = ["DIR"]
  static let options = [
    Option(
      name: "--table",
      form: .value(EvidenceTable.Form.allCases.map(\.rawValue).joined(separator: "|")),
      summary: "the form; text if left out")
  ]
  static let details = """
    A scenario that left no whole evidence stands in the table as notFinished, and what is wrong with
    it on stderr.

    Exit status: that of verify.
    """

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let word = arguments.text("--table") ?? EvidenceTable.Form.text.rawValue
    guard let form = EvidenceTable.Form(rawValue: word) else {
      throw UsageError(
        "--table: found \"\(word.prefix(20))\"; "
          + EvidenceTable.Form.allCases.map(\.rawValue).joined(separator: ", ") + " are accepted")
    }
    let stored = try StoredRun.read(arguments.operands[0])
    Console.write(EvidenceTable.render(stored.report, as: form))
    for flaw in stored.evidence.verification.flaws { Console.complain("\(flaw)") }
    return ExitCode(rawValue: stored.evidence.verification.exitStatus) ?? .untold
  }
}
