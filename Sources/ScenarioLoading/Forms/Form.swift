// Owns: what a place in the file may hold: one value that reads it, names it in messages and
// describes it in the schema, so that the three cannot disagree.

import StrictJSON

package enum NodeKind: Sendable {
  case null
  case boolean
  case number
  case string
  case array
  case object

  package init(of node: JSONNode) {
    switch node.content {
    case .null: self = .null
    case .bool: self = .boolean
    case .number: self = .number
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }
}

package struct Form<Value: Sendable>: Sendable {
  package typealias Read = @Sendable (JSONNode, _ subject: String, inout ProblemList) -> Value?

  /// The kinds of JSON value that it accepts.
  package let kinds: Set<NodeKind>
  /// What would be accepted, for the end of a sentence: `a whole number from 1 to 10`.
  package let wanted: String
  /// Made when asked for: reading a file needs none.
  package let schema: @Sendable () -> Schema
  /// `nil` where a problem was added. `subject` begins the problem's sentence.
  package let read: Read

  package init(
    _ kinds: Set<NodeKind>, wanted: String, schema: @autoclosure @escaping @Sendable () -> Schema,
    read: @escaping Read
  ) {
    self.kinds = kinds
    self.wanted = wanted
    self.schema = schema
    self.read = read
  }

  /// For kinds that are read by one question: `take` returns `nil` where the value does not fit.
  package init(
    _ kind: NodeKind, wanted: String, schema: @autoclosure @escaping @Sendable () -> Schema,
    take: @escaping @Sendable (JSONNode) -> Value?
  ) {
    self.init([kind], wanted: wanted, schema: schema()) { node, subject, problems in
      if let value = take(node) { return value }
      problems.add(node.position, "\(subject) must be \(wanted); found \(Found.name(of: node))")
      return nil
    }
  }
}

extension Form {
  package func map<New>(_ change: @escaping @Sendable (Value) -> New) -> Form<New> {
    Form<New>(kinds, wanted: wanted, schema: schema()) { node, subject, problems in
      read(node, subject, &problems).map(change)
    }
  }

  package var placed: Form<Placed<Value>> {
    Form<Placed<Value>>(kinds, wanted: wanted, schema: schema()) {
      node, subject, problems in
      read(node, subject, &problems).map { Placed(value: $0, position: node.position) }
    }
  }

  /// The form under a name in the schema's `$defs`, for what occurs in several places.
  package func defined(as name: String) -> Form {
    Form(kinds, wanted: wanted, schema: schema().defined(as: name), read: read)
  }
}
