enum HelpCommand: Command {
  static let name = "help"
  static let summary = "print what acceptance can do"
  static let operands: [String] = []
  static let options: [Option] = []

  static func run(_ arguments: ParsedArguments) -> ExitCode {
    Console.print(HelpText.whole)
    return .passed
  }
}
