import ScenarioLoading

enum ValidateCommand: Command {
  static let name = "validate"
  static let summary = "check a scenario file without running anything"
  static let operands = ["FILE"]
  static let options: [Option] = []

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let loaded = try TableFile.load(arguments.operands[0], arguments.catalogs)
    guard let table = loaded.table else { return .wrongFile }
    for note in ScenarioNotes.notes(on: table, fileName: arguments.operands[0]) {
      Console.print("\(note)")
    }
    let count = table.scenarios.count
    Console.print("\(table.name): \(count) \(count == 1 ? "scenario" : "scenarios"), no problem")
    return .passed
  }
}
