// Owns: the JSON Schema of a scenario file, made by the very forms that read one.

import AcceptanceModel
import StrictJSON

package enum ScenarioSchema {
  /// JSON Schema 2020-12. It says less than `ScenarioLoader` checks: nothing about what the parts
  /// of a file say of each other (steps out of reach, faults that cannot act, repeated ids).
  ///
  /// - Parameters: As in `ScenarioLoader.load`; without codes, any word is accepted in their place.
  package static func json(
    knownCodes: Set<FindingCode> = [], drivers: [DriverForm]
  ) -> JSONValue {
    let schema = Form<TableDraft>.table(knownCodes: knownCodes, drivers: drivers).schema()
    let definitions = schema.definitions.sorted { $0.key < $1.key }
    return .object(
      [
        JSONMember("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        JSONMember("title", .string("A scenario table of acceptance")),
      ] + (schema.value.objectValue ?? [])
        + [JSONMember("$defs", .object(definitions.map { JSONMember($0.key, $0.value) }))])
  }
}
