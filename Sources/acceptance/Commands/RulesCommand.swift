import Judge

enum RulesCommand: Command {
  static let name = "rules"
  static let summary = "print what the judge looks for, with the codes"
  static let operands: [String] = []
  static let options: [Option] = []

  static func run(_ arguments: ParsedArguments) -> ExitCode {
    for line in HelpText.table(RuleCatalog.all.map { ($0.code.text, $0.summary) }) {
      Console.print(line)
    }
    return .passed
  }
}
