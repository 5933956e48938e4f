import AcceptanceModel

enum ListCommand: Command {
  static let name = "list"
  static let summary = "print the scenarios of a file"
  static let operands = ["FILE"]
  static let options = Selection.options

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let loaded = try TableFile.load(arguments.operands[0], arguments.catalogs)
    guard let table = loaded.table else { return .wrongFile }
    let selected = try Selection(arguments).scenarios(of: table)
    var group: String?
    for scenario in selected {
      if scenario.group != group, !scenario.group.isEmpty {
        Console.print((group == nil ? "" : "\n") + scenario.group)
      }
      group = scenario.group
      let width = selected.map(\.id.text.count).max() ?? 0
      let padding = String(repeating: " ", count: width - scenario.id.text.count + 2)
      Console.print("  \(scenario.id)\(padding)\(scenario.title)")
    }
    return selected.isEmpty ? .inconclusive : .passed
  }
}
