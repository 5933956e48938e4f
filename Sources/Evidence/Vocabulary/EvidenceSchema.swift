import AcceptanceModel
import StrictJSON

/// The format of evidence lines as a JSON Schema (draft 2020-12), made of the vocabulary.
package enum EvidenceSchema {
  package static func json(_ vocabulary: EvidenceVocabulary = EvidenceVocabulary()) -> JSONValue {
    .object([
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      "title": .string("a line of \(EvidenceChain.schema.text), version \(EvidenceChain.version)"),
      "oneOf": .array(vocabulary.lines.map { line($0, vocabulary.everyLine) }),
    ])
  }

  private static func line(
    _ line: EvidenceVocabulary.Line, _ everyLine: [LineMember]
  ) -> JSONValue {
    object(everyLine + line.members, description: line.meaning) { member in
      switch member.field {
      case .kind: ["const": .string(line.kind.text)]
      case .version: ["const": .integer(EvidenceChain.version)]
      default: form(member.form)
      }
    }
  }

  private static func object(
    _ members: [LineMember], description: String? = nil,
    _ form: (LineMember) -> KeyValuePairs<String, JSONValue>
  ) -> JSONValue {
    var parts = [JSONMember("type", .string("object"))]
    if let description { parts.append(JSONMember("description", .string(description))) }
    parts.append(
      JSONMember(
        "properties",
        .object(
          members.map { member in
            let said = form(member).map { JSONMember($0.key, $0.value) }
            return JSONMember(
              member.field.text,
              .object(said + [JSONMember("description", .string(member.meaning))]))
          })))
    let required = members.filter(\.isRequired).map { JSONValue.string($0.field.text) }
    parts.append(JSONMember("required", .array(required)))
    parts.append(JSONMember("additionalProperties", .bool(false)))
    return .object(parts)
  }

  private static func form(_ form: LineForm) -> KeyValuePairs<String, JSONValue> {
    switch form {
    case .integer: ["type": .string("integer")]
    case .time: ["type": .string("number")]
    case .flag: ["type": .string("boolean")]
    case .words(let words): ["enum": .array(words.map { .string($0) })]
    case .word: pattern("^[A-Za-z0-9-]{1,40}$")
    case .fileText, .sentence: ["type": .string("string")]
    case .token: pattern("^[0-9a-f]{32}$")
    case .tokenOr(let words):
      [
        "anyOf": .array([
          .object(["enum": .array(words.map { .string($0) })]),
          .object(["type": .string("string"), "pattern": .string("^[0-9a-f]{32}$")]),
        ])
      ]
    case .clearKey:
      pattern("^([0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|[0-7][0-9A-HJKMNP-TV-Z]{25})$")
    case .size: ["type": .string("integer"), "minimum": .integer(0)]
    case .digest: pattern("^[0-9a-f]{64}$")
    case .list(let element):
      [
        "type": .string("array"),
        "items": .object(Self.form(element).map { JSONMember($0.key, $0.value) }),
      ]
    case .fields(let members): embedded(members)
    }
  }

  private static func embedded(_ members: [LineMember]) -> KeyValuePairs<String, JSONValue> {
    ["allOf": .array([object(members) { form($0.form) }])]
  }

  private static func pattern(_ pattern: String) -> KeyValuePairs<String, JSONValue> {
    ["type": .string("string"), "pattern": .string(pattern)]
  }
}
