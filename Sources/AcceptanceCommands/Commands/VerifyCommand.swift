import Evidence

enum VerifyCommand: Command {
  static let name = "verify"
  static let summary = "check that evidence is complete and unchanged"
  static let operands = ["DIR"]
  static let options = [
    Option(
      name: "--head", form: .value("DIGEST"),
      summary: "the head that a report or a console names; the evidence must have it")
  ]
  static let details = """
    Exit status: 0 complete; 10 torn tail, the run ended early; 11 broken chain; 12 missing file;
    13 changed byte; 14 unreadable. Without --head this shows accidents and carelessness, no more:
    whoever can write the folder can write a whole new one.
    """

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let verification = try EvidenceVerification.verify(
      arguments.operands[0], expectedHead: arguments.text("--head"))
    for flaw in verification.flaws { Console.print("\(flaw)") }
    Console.print(verification.summary)
    return ExitCode(rawValue: verification.exitStatus) ?? .inconclusive
  }
}
