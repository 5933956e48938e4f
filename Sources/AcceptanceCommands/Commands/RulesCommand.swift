import AcceptanceModel
import Judge
import ScenarioLoading

enum RulesCommand: Command {
  static let name = "rules"
  static let summary = "print what the judge looks for; with a code, explain that finding"
  static let operands = ["[CODE]"]
  static let options: [Option] = []

  static func run(_ arguments: ParsedArguments) throws(UsageError) -> ExitCode {
    guard let code = arguments.operands.first else {
      list()
      return .passed
    }
    guard let found = RuleCatalog.explainedCodes.first(where: { $0.code.text == code }) else {
      let known = RuleCatalog.explainedCodes.map(\.code.text)
      throw UsageError(
        "no finding has the code \"\(code.prefix(40))\"; "
          + Suggestion.instead(of: code, among: known)
          + " (acceptance rules lists all codes)")
    }
    for line in lines(for: found, width: Terminal.textWidth) { Console.print(line) }
    return .passed
  }

  private static func list() {
    for rule in RuleCatalog.all {
      Console.print(rule.code.text)
      let rows = [("found:", rule.summary.text), ("likely cause:", rule.likelyCause.text)]
      for line in HelpText.table(rows) { Console.print(line) }
      Console.print("")
    }
    Console.print("acceptance rules CODE explains one, with an example and the usual fixes.")
  }

  private static func lines(for found: ExplainedCode, width: Int) -> [String] {
    let explanation = found.explanation
    let example = explanation.example.enumerated().map { ("\($0 + 1).", $1) }
    var lines = [found.code.text, "", HelpText.filled(found.summary, width: width), ""]
    lines += [HelpText.filled(explanation.meaning, width: width), "", "Example", ""]
    lines += HelpText.table(example, width: width) + ["", "Usual causes and fixes"]
    for remedy in explanation.remedies {
      let rows = [("cause:", remedy.cause), ("fix:", remedy.fix)]
      lines += [""] + HelpText.table(rows, width: width)
    }
    return lines + ["", "More: \(found.guide)"]
  }
}
