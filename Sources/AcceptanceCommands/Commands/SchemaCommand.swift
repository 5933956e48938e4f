import ClientDriving
import Evidence
import Judge
import ScenarioLoading
import StrictJSON

enum SchemaCommand: Command {
  static let name = "schema"
  static let summary = "print the JSON Schema of the scenario file, or of evidence"
  static let operands: [String] = []
  static let options: [Option] = [
    Option(
      name: "--evidence", form: .value("json|markdown"),
      summary: "the format of the lines of evidence instead, as a JSON Schema or as a page")
  ]

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    switch arguments.text("--evidence") {
    case nil:
      let schema = ScenarioSchema.json(
        knownCodes: RuleCatalog.codes, drivers: arguments.catalogs.drivers.forms)
      Console.print(JSONWriter.text(of: schema))
    case "json": Console.print(JSONWriter.text(of: EvidenceSchema.json()))
    case "markdown": Console.write(EvidencePage.markdown())
    case .some(let found):
      throw UsageError("--evidence: found \"\(found.prefix(20))\"; json or markdown is wanted")
    }
    return .passed
  }
}
