// Owns: JSON Schema fragments. Does not own: what they describe (Form) or the document
// (ScenarioSchema).

import StrictJSON

package struct Schema: Sendable {
  package var value: JSONValue
  /// Fragments in the document's `$defs`.
  package var definitions: [String: JSONValue] = [:]

  package init(_ members: KeyValuePairs<String, JSONValue>) { value = .object(members) }

  package init(_ members: [JSONMember], definitions: [String: JSONValue] = [:]) {
    value = .object(members)
    self.definitions = definitions
  }

  package func defined(as name: String) -> Schema {
    var schema = Schema(["$ref": .string("#/$defs/\(name)")])
    schema.definitions = definitions
    schema.definitions[name] = value
    return schema
  }

  package func adding(_ members: [JSONMember]) -> Schema {
    Schema((value.objectValue ?? []) + members, definitions: definitions)
  }

  /// A schema that holds this one, with what this one refers to.
  package func wrapped(_ members: (JSONValue) -> [JSONMember]) -> Schema {
    Schema(members(value), definitions: definitions)
  }

  /// One schema of several: `keyword` is `anyOf` or `oneOf`.
  package static func combining(_ keyword: String, _ schemas: [Schema]) -> Schema {
    Schema(
      [JSONMember(keyword, .array(schemas.map(\.value)))],
      definitions: merged(schemas))
  }

  package static func merged(_ schemas: [Schema]) -> [String: JSONValue] {
    schemas.reduce(into: [:]) { all, schema in
      all.merge(schema.definitions) { first, _ in first }
    }
  }
}

extension JSONValue {
  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
