// Owns: a JSON value whose numbers keep the text they were written with.
// Does not own: where a value stood (JSONNode) or reading and writing (JSONParser, JSONWriter).

package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// The number as written, e.g. `1.0`: reading it as a `Double` would lose digits.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// In the order written; names are distinct unless the parser was told to accept repetition.
  case object([JSONMember])
}

package struct JSONMember: Sendable, Hashable {
  package let name: String
  package let value: JSONValue

  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

// Texts are equal where their bytes are: Swift's own comparison takes "é" and "e" with a combining
// accent for equal, and no server does.

extension JSONValue {
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let flag): hasher.combine(flag)
    case .number(let text): hasher.combine(text)
    case .string(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    }
  }
}

extension JSONMember {
  package static func == (left: JSONMember, right: JSONMember) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
    hasher.combine(value)
  }
}

extension JSONValue {
  package static func integer(_ value: some BinaryInteger) -> JSONValue { .number("\(value)") }

  package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { JSONMember($0.key, $0.value) })
  }

  /// The value of the last member called `name`; `nil` where this is no object or has none.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  package var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  package var boolValue: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// The number as an `Int`; `nil` for fractions, exponents and what does not fit.
  package var intValue: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text)
  }

  package var arrayValue: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  package var objectValue: [JSONMember]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// What a sentence calls this kind of value: `a string`, `an object`, …
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
