import Evidence
import Reporting

enum EvidenceCommand: Command {
  static let name = "evidence"
  static let summary = "print a run's operations: task, key, sends, answers, records, verdict"
  static let operands = ["DIR"]
  private static let form = Option.Form.value(
    EvidenceTable.Form.allCases.map(\.rawValue).joined(separator: "|"))

  static let options = [
    Option(name: "--format", form: form, summary: "output format (default: text)"),
    // The option's first name, for scripts that have it.
    Option(name: "--table", form: form, summary: "", isHidden: true),
  ]
  static let details = """
    A scenario without complete evidence is listed as notFinished; what is wrong with its evidence
    is printed to stderr.

    Exit status: that of verify.
    """

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let word =
      arguments.text("--format") ?? arguments.text("--table") ?? EvidenceTable.Form.text.rawValue
    guard let form = EvidenceTable.Form(rawValue: word) else {
      throw UsageError(
        "--format: found \"\(word.prefix(20))\"; "
          + EvidenceTable.Form.allCases.map(\.rawValue).joined(separator: ", ") + " are accepted")
    }
    let stored = try StoredRun.read(arguments.operands[0])
    Console.write(EvidenceTable.render(stored.report, as: form, width: Terminal.width))
    for flaw in stored.evidence.verification.flaws { Console.complain("\(flaw)") }
    return ExitCode(rawValue: stored.evidence.verification.exitStatus) ?? .inconclusive
  }
}
