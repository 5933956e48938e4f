/// A part of an evidence line in one declaration, which documents it, writes it and reads it back.
package struct LineItem<Value: Sendable>: Sendable {
  package let members: [LineMember]
  package let write: @Sendable (Value, inout LineFields) -> Void
  /// Takes fields that have the forms of `members`.
  package let read: @Sendable (LineFields) throws(LineMismatch) -> Value

  package init(
    _ members: [LineMember], write: @escaping @Sendable (Value, inout LineFields) -> Void,
    read: @escaping @Sendable (LineFields) throws(LineMismatch) -> Value
  ) {
    self.members = members
    self.write = write
    self.read = read
  }

  package func fields(of value: Value) -> LineFields {
    var fields: LineFields = [:]
    write(value, &fields)
    return fields
  }
}

// MARK: - Values of several fields

/// One property of a value, and how a line holds it.
package struct Part<Whole: Sendable, Value: Sendable>: Sendable {
  fileprivate let item: LineItem<Value>
  fileprivate let value: @Sendable (Whole) -> Value

  package init(_ path: KeyPath<Whole, Value> & Sendable, _ item: LineItem<Value>) {
    self.item = item
    value = { $0[keyPath: path] }
  }
}

package struct LineParts<Whole: Sendable, each Value: Sendable>: Sendable {
  fileprivate let parts: (repeat Part<Whole, each Value>)
}

@resultBuilder
package enum LineBuilder {
  package static func buildBlock<Whole, each Value>(
    _ part: repeat Part<Whole, each Value>
  ) -> LineParts<Whole, repeat each Value> {
    LineParts(parts: (repeat each part))
  }
}

extension LineItem {
  /// - Parameters:
  ///   - make: Takes the parts in their order, as a memberwise initializer does.
  ///   - parts: In the order of the format's page.
  package init<each Field: Sendable>(
    make: @escaping @Sendable (repeat each Field) -> Value,
    @LineBuilder parts build: () -> LineParts<Value, repeat each Field>
  ) {
    let parts = build().parts
    var members: [LineMember] = []
    for part in repeat each parts { members += part.item.members }
    self.init(
      members,
      write: { value, fields in
        for part in repeat each parts { part.item.write(part.value(value), &fields) }
      },
      read: { fields throws(LineMismatch) in make(repeat try (each parts).item.read(fields)) })
  }
}

/// Several items as one, whose value is a tuple of theirs.
package func all<each Field: Sendable>(
  _ item: repeat LineItem<each Field>
) -> LineItem<(repeat each Field)> {
  var members: [LineMember] = []
  for item in repeat each item { members += item.members }
  return LineItem<(repeat each Field)>(
    members,
    write: { value, fields in
      for (item, value) in repeat (each item, each value) { item.write(value, &fields) }
    },
    read: { fields throws(LineMismatch) in (repeat try (each item).read(fields)) })
}

extension LineItem where Value == Void {
  /// Of a case without values.
  package static var nothing: LineItem<Void> {
    LineItem([], write: { _, _ in }, read: { _ throws(LineMismatch) in })
  }
}

// MARK: - Values that are one of several

/// A case of a value that is one of several, under the word that names it in the line.
package struct LineCase<Whole: Sendable>: Sendable {
  fileprivate let word: Keyword
  fileprivate let members: [LineMember]
  /// `false` where the value is another case.
  fileprivate let write: @Sendable (Whole, inout LineFields) -> Bool
  fileprivate let read: @Sendable (LineFields) throws(LineMismatch) -> Whole

  /// - Parameter take: `nil` where the value is another case.
  package init<Payload>(
    _ word: Keyword, _ item: LineItem<Payload>,
    make: @escaping @Sendable (Payload) -> Whole, take: @escaping @Sendable (Whole) -> Payload?
  ) {
    self.word = word
    members = item.members
    write = { whole, fields in
      guard let payload = take(whole) else { return false }
      item.write(payload, &fields)
      return true
    }
    read = { fields throws(LineMismatch) in make(try item.read(fields)) }
  }
}

extension LineCase where Whole: Equatable {
  /// A case without values.
  package init(_ word: Keyword, _ value: Whole) {
    self.init(word, .nothing, make: { value }, take: { $0 == value ? () : nil })
  }
}

extension LineItem {
  /// - Parameter cases: Every case of the value; a value that none of them takes is a mistake of ours.
  package static func cases(
    _ field: FieldName, _ meaning: String, _ cases: [LineCase<Value>]
  ) -> LineItem {
    let words = cases.map(\.word.text)
    return LineItem(
      [.always(field, .words(words), meaning)] + union(of: cases.map(\.members)),
      write: { value, fields in
        guard let word = cases.first(where: { $0.write(value, &fields) })?.word else {
          preconditionFailure("a value of the field \(field) that none of its cases takes")
        }
        fields[field] = .word(word)
      },
      read: { fields throws(LineMismatch) in
        guard case .word(let word) = fields[field],
          let match = cases.first(where: { $0.word == word })
        else { throw LineMismatch(field, "one of " + words.joined(separator: ", ")) }
        return try match.read(fields)
      })
  }

  /// Each field once; required where every case requires it.
  private static func union(of cases: [[LineMember]]) -> [LineMember] {
    var members: [LineMember] = []
    for member in cases.joined() where !members.contains(where: { $0.field == member.field }) {
      var member = member
      member.isRequired = cases.allSatisfy { members in
        members.contains { $0.field == member.field && $0.isRequired }
      }
      members.append(member)
    }
    return members
  }
}

// MARK: - Made of another item

extension LineItem {
  package func map<New>(
    _ make: @escaping @Sendable (Value) -> New, back: @escaping @Sendable (New) -> Value
  ) -> LineItem<New> {
    LineItem<New>(
      members, write: { write(back($0), &$1) },
      read: { fields throws(LineMismatch) in make(try read(fields)) })
  }

  /// Left out where there is none: it is there where its first field is.
  package static func maybe<Wrapped>(_ item: LineItem<Wrapped>) -> LineItem
  where Value == Wrapped? {
    let members = item.members.map { member in
      var member = member
      member.isRequired = false
      return member
    }
    return LineItem(
      members,
      write: { value, fields in if let value { item.write(value, &fields) } },
      read: { fields throws(LineMismatch) in
        guard let first = members.first, fields[first.field] != nil else { return nil }
        return try item.read(fields)
      })
  }

  /// As an object of its own.
  package func object(_ field: FieldName, _ meaning: String) -> LineItem {
    LineItem(
      [.always(field, .fields(members), meaning)],
      write: { value, fields in fields[field] = .fields(self.fields(of: value)) },
      read: { fields throws(LineMismatch) in
        guard case .fields(let inner) = fields[field] else {
          throw LineMismatch(field, "an object")
        }
        return try read(inner)
      })
  }

  /// An array of objects.
  package func list(_ field: FieldName, _ meaning: String) -> LineItem<[Value]> {
    LineItem<[Value]>(
      [.always(field, .list(.fields(members)), meaning)],
      write: { values, fields in
        fields[field] = .list(values.map { .fields(self.fields(of: $0)) })
      },
      read: { fields throws(LineMismatch) in
        guard case .list(let elements) = fields[field] else {
          throw LineMismatch(field, "an array")
        }
        var values: [Value] = []
        for element in elements {
          guard case .fields(let inner) = element else {
            throw LineMismatch(field, "an array of objects")
          }
          values.append(try read(inner))
        }
        return values
      })
  }
}
