// Owns: reading one object key by key, and knowing afterwards which keys there are. What a decoder
// asks for is what is accepted, suggested and described: there is no second list.

import StrictJSON

/// Handed to the decoder of an object, which asks for every key that may be there, always all of
/// them and in the same order; it decides only when it has asked.
package struct ObjectReader {
  /// The object's start; 1:1 while the schema is made.
  package let position: SourcePosition
  package var problems = ProblemList()

  /// How a sentence begins that is about the object itself.
  private let subject: String
  /// `nil` while the schema is made: then every key is absent.
  private let members: [JSONNode.Member]?
  private var fields: [Field] = []
  private var rules: [JSONMember] = []

  private struct Field {
    let name: String
    let isRequired: Bool
    let summary: String
    let schema: @Sendable () -> Schema
  }

  private init(_ subject: String, at position: SourcePosition, _ members: [JSONNode.Member]?) {
    self.subject = subject
    self.position = position
    self.members = members
  }
}

// MARK: - Asking

extension ObjectReader {
  package mutating func required<Value>(
    _ name: String, _ form: Form<Value>, _ summary: String
  ) -> Value? {
    note(name, form, summary, isRequired: true)
    if members != nil, member(name) == nil {
      problems.add(position, "\(subject) needs \"\(name)\": \(form.wanted)")
    }
    return read(name, form)
  }

  package mutating func optional<Value>(
    _ name: String, _ form: Form<Value>, _ summary: String
  ) -> Value? {
    note(name, form, summary, isRequired: false)
    return read(name, form)
  }

  /// `false` where none or several of the keys are there.
  @discardableResult
  package mutating func exactlyOne(of names: [String]) -> Bool {
    rules.append(
      JSONMember("oneOf", .array(names.map { .object(["required": .strings([$0])]) })))
    return refuseUnless(names, { $0 == 1 }, "needs exactly one of \(Found.list(names))")
  }

  package mutating func atLeastOne(of names: [String]) {
    rules.append(
      JSONMember("anyOf", .array(names.map { .object(["required": .strings([$0])]) })))
    refuseUnless(names, { $0 >= 1 }, "needs at least one of \(Found.list(names))")
  }

  package mutating func atMostOne(of names: [String]) {
    rules.append(JSONMember("not", .object(["required": .strings(names)])))
    refuseUnless(names, { $0 <= 1 }, "takes only one of \(Found.list(names))")
  }

  /// `name` is allowed only where `other` is present.
  package mutating func together(_ name: String, with other: String) {
    rules.append(JSONMember("dependentRequired", .object([name: .strings([other])])))
    if let stray = member(name), member(other) == nil {
      problems.add(
        stray.namePosition, "\"\(name)\" in \(subject) means nothing without \"\(other)\"")
    }
  }

  package func has(_ name: String) -> Bool { member(name) != nil }

  /// Where the value of this key is, or the object where the key is absent.
  package func position(of name: String) -> SourcePosition {
    member(name)?.node.position ?? position
  }

  @discardableResult
  private mutating func refuseUnless(
    _ names: [String], _ isRight: (Int) -> Bool, _ demand: String
  ) -> Bool {
    guard members != nil else { return false }
    let present = names.filter(has)
    if isRight(present.count) { return true }
    problems.add(
      position, "\(subject) \(demand); found \(present.isEmpty ? "none" : Found.list(present))")
    return false
  }

  private mutating func note<Value>(
    _ name: String, _ form: Form<Value>, _ summary: String, isRequired: Bool
  ) {
    precondition(!fields.contains { $0.name == name }, "\(subject) asks for \(name) twice")
    fields.append(
      Field(name: name, isRequired: isRequired, summary: summary, schema: form.schema))
  }

  private mutating func read<Value>(_ name: String, _ form: Form<Value>) -> Value? {
    member(name).flatMap { form.read($0.node, "\"\(name)\"", &problems) }
  }

  private func member(_ name: String) -> JSONNode.Member? { members?.first { $0.name == name } }
}

// MARK: - Objects as forms

extension Form {
  /// - Parameters:
  ///   - subject: How a sentence about the object begins: `a step`; `nil`: the key it is under.
  ///   - decode: Asks for every key, then decides; `nil` where something is missing or wrong.
  package static func object(
    _ subject: String? = nil, wanted: String = "an object",
    _ decode: @escaping @Sendable (inout ObjectReader) -> Value?
  ) -> Form {
    Form([.object], wanted: wanted, schema: ObjectReader.describe(decode)) {
      node, place, problems in
      guard case .object(let members) = node.content else {
        problems.add(
          node.position, "\(subject ?? place) must be \(wanted); found \(Found.name(of: node))")
        return nil
      }
      return ObjectReader.decode(
        members, at: node.position, as: subject ?? place, &problems, decode)
    }
  }
}

extension ObjectReader {
  fileprivate static func decode<Value>(
    _ members: [JSONNode.Member], at position: SourcePosition, as subject: String,
    _ problems: inout ProblemList, _ decode: (inout ObjectReader) -> Value?
  ) -> Value? {
    var reader = ObjectReader(subject, at: position, members)
    reader.problems = problems
    let value = decode(&reader)
    let known = reader.fields.map(\.name)
    for member in members where !known.contains(member.name) {
      let instead =
        reader.problems.isFull ? "" : Suggestion.instead(of: member.name, among: known)
      reader.problems.add(
        member.namePosition,
        "unknown key \(Found.quoted(member.name)) in \(subject); \(instead)")
    }
    problems = reader.problems
    return value
  }

  fileprivate static func describe<Value>(_ decode: (inout ObjectReader) -> Value?) -> Schema {
    var reader = ObjectReader("", at: SourcePosition(line: 1, column: 1), nil)
    _ = decode(&reader)
    let schemas = reader.fields.map { field in
      field.schema().adding([JSONMember("description", .string(field.summary))])
    }
    var members = [
      JSONMember("type", .string("object")),
      JSONMember(
        "properties",
        .object(zip(reader.fields, schemas).map { JSONMember($0.name, $1.value) })),
      JSONMember("additionalProperties", .bool(false)),
    ]
    let required = reader.fields.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members.append(JSONMember("required", .strings(required))) }
    // Each rule is a schema of its own: two of them may use the same keyword.
    if !reader.rules.isEmpty {
      members.append(JSONMember("allOf", .array(reader.rules.map { .object([$0]) })))
    }
    return Schema(members, definitions: Schema.merged(schemas))
  }
}
