import ClientDriving
import Judge
import ScenarioLoading
import StrictJSON

enum SchemaCommand: Command {
  static let name = "schema"
  static let summary = "print the JSON Schema of the scenario file"
  static let operands: [String] = []
  static let options: [Option] = []

  static func run(_ arguments: ParsedArguments) -> ExitCode {
    let schema = ScenarioSchema.json(
      knownCodes: RuleCatalog.codes, knownDrivers: DriverCatalog.all.map { $0.name })
    Console.print(JSONWriter.text(of: schema))
    return .passed
  }
}
