import AcceptanceModel

enum FaultsCommand: Command {
  static let name = "faults"
  static let summary =
    "print the faults that a scenario can name: what a client sees, what it must do"
  static let operands: [String] = []
  static let options: [Option] = []

  static func run(_ arguments: ParsedArguments) -> ExitCode {
    for fault in FaultCatalog.all {
      Console.print(fault.name)
      let parameters = fault.parameters.map { ("\($0.name):", $0.summary) }
      let rows =
        [("what:", fault.summary), ("seen as:", fault.clientSees)]
        + [("the client must:", fault.duty.rawValue)] + parameters
      for line in HelpText.table(rows) { Console.print(line) }
      Console.print("")
    }
    return .passed
  }
}
