import Judge

enum RulesCommand: Command {
  static let name = "rules"
  static let summary = "print what the judge looks for, with codes and likely causes"
  static let operands: [String] = []
  static let options: [Option] = []

  static func run(_ arguments: ParsedArguments) -> ExitCode {
    for rule in RuleCatalog.all {
      Console.print(rule.code.text)
      let rows = [("found:", rule.summary.text), ("likely cause:", rule.likelyCause.text)]
      for line in HelpText.table(rows) { Console.print(line) }
      Console.print("")
    }
    return .passed
  }
}
