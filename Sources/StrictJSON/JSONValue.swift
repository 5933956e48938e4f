// Owns: a JSON value whose numbers keep the text they were written with.
// Does not own: where a value was (JSONNode) or reading and writing (JSONParser, JSONWriter).

package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// The number as written, e.g. `1.0`: reading it as a `Double` would lose digits.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// In the order written; names are distinct unless the parser was configured to accept
  /// repetition.
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

// With stacks of their own, as the parser.

extension JSONValue {
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    var pairs = [(left, right)]
    while let (left, right) = pairs.popLast() {
      switch (left, right) {
      case (.null, .null): continue
      case (.bool(let left), .bool(let right)): guard left == right else { return false }
      case (.number(let left), .number(let right)): guard left == right else { return false }
      case (.string(let left), .string(let right)):
        guard left.utf8.elementsEqual(right.utf8) else { return false }
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        pairs += zip(left, right)
      case (.object(let left), .object(let right)):
        guard left.count == right.count else { return false }
        for (left, right) in zip(left, right) {
          guard left.name.utf8.elementsEqual(right.name.utf8) else { return false }
          pairs.append((left.value, right.value))
        }
      case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
        return false
      }
    }
    return true
  }

  package func hash(into hasher: inout Hasher) {
    var values = [self]
    while let value = values.popLast() {
      switch value {
      case .null: hasher.combine(0)
      case .bool(let flag): hasher.combine(flag)
      case .number(let text): hasher.combine(text)
      case .string(let text): for byte in text.utf8 { hasher.combine(byte) }
      case .array(let elements):
        hasher.combine(elements.count)
        values += elements
      case .object(let members):
        hasher.combine(members.count)
        for member in members {
          for byte in member.name.utf8 { hasher.combine(byte) }
          values.append(member.value)
        }
      }
    }
  }

  /// Whether any text in it, at any depth, is such a one; a member's name is a text too.
  package func containsText(where predicate: (String) -> Bool) -> Bool {
    var values = [self]
    while let value = values.popLast() {
      switch value {
      case .null, .bool, .number: continue
      case .string(let text): if predicate(text) { return true }
      case .array(let elements): values += elements
      case .object(let members):
        for member in members {
          if predicate(member.name) { return true }
          values.append(member.value)
        }
      }
    }
    return false
  }

  /// With every text in it replaced, at any depth; names of members stay.
  package func mapTexts(_ transform: (String) -> String) -> JSONValue {
    /// A container whose values are being replaced.
    struct Frame {
      let container: JSONValue
      let values: [JSONValue]
      var mapped: [JSONValue] = []

      var whole: JSONValue {
        guard let members = container.objectValue else { return .array(mapped) }
        return .object(zip(members, mapped).map { JSONMember($0.name, $1) })
      }
    }

    var open: [Frame] = []
    var value = self
    while true {
      switch value {
      case .null, .bool, .number: break
      case .string(let text): value = .string(transform(text))
      case .array, .object:
        open.append(
          Frame(
            container: value,
            values: value.arrayValue ?? value.objectValue?.map { $0.value } ?? []))
        if let first = open[open.count - 1].values.first {
          value = first
          continue
        }
        value = open.removeLast().whole
      }
      while true {
        guard let last = open.indices.last else { return value }
        open[last].mapped.append(value)
        let count = open[last].mapped.count
        if count < open[last].values.count {
          value = open[last].values[count]
          break
        }
        value = open.removeLast().whole
      }
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

  /// The number as an `Int` where its value is whole, however it is written: `400`, `400.0`, `4e2`.
  package var wholeValue: Int? {
    guard case .number(let text) = self else { return nil }
    let parts = text.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    guard let mantissa = parts.first?.split(separator: ".", maxSplits: 1) else { return nil }
    let fraction = mantissa.dropFirst().first ?? ""
    var digits = String((mantissa.first ?? "") + fraction)
    guard digits.contains(where: { ("1"..."9").contains($0) }) else { return 0 }
    // An exponent that no `Int` holds leaves nothing that one could.
    guard var scale = parts.dropFirst().first.map({ Int($0) }) ?? 0 else { return nil }
    guard abs(scale / 2) < Int(Int32.max) else { return nil }
    scale -= fraction.utf8.count
    while scale < 0, digits.last == "0" {
      digits.removeLast()
      scale += 1
    }
    // Ten to the twentieth is more than any `Int` holds.
    guard (0..<20).contains(scale) else { return nil }
    return Int(digits + String(repeating: "0", count: scale))
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
