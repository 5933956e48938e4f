enum VersionCommand: Command {
  static let name = "version"
  static let summary = "print the version"
  static let operands: [String] = []
  static let options: [Option] = []

  static func run(_ arguments: ParsedArguments) -> ExitCode {
    Console.print("acceptance \(Acceptance.version)")
    return .passed
  }
}
