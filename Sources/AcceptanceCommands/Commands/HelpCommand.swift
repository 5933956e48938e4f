import ScenarioLoading

enum HelpCommand: Command {
  static let name = "help"
  static let summary = "print this overview, or the help of a command"
  static let operands = ["[COMMAND]"]
  static let options: [Option] = []

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard let word = arguments.operands.first else {
      Console.print(HelpText.whole(arguments.catalogs))
      return .passed
    }
    guard let command = CommandCatalog.all.first(where: { $0.name == word }) else {
      throw UsageError(
        "there is no command \(Suggestion.quoted(word)); "
          + Suggestion.instead(of: word, among: CommandCatalog.all.map { $0.name }))
    }
    Console.print(HelpText.of(command, arguments.catalogs))
    return .passed
  }
}
