import ScenarioLoading
import StrictJSON

enum SchemaCommand: Command {
  static let name = "schema"
  static let summary = "print the JSON Schema of the scenario file"
  static let operands: [String] = []
  static let options: [Option] = []

  static func run(_ arguments: ParsedArguments) -> ExitCode {
    Console.print(JSONWriter.text(of: ScenarioSchema.json()))
    return .passed
  }
}
