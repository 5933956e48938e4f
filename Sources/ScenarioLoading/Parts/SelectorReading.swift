// Owns: which requests a fault meets.

import AcceptanceModel
import StrictJSON

extension ObjectReader {
  mutating func selector() -> FaultSelector? {
    let operation = optional(
      "operation", .selected,
      "the sends of this operation; * for each operation")
    let send = optional(
      "send", .ordinals, "which of its sends, from 1: n or \"a-b\"; 1 if left out")
    let keySend = optional("keySend", .ordinals, "the n-th sends of each key: n or \"a-b\"")
    let request = optional("request", .ordinals, "the n-th requests of all: n or \"a-b\"")
    let connection = optional(
      "connection", .ordinals, "the n-th accepted connections of all: n or \"a-b\"")
    together("send", with: "operation")
    guard exactlyOne(of: ["operation", "keySend", "request", "connection"]) else { return nil }
    if has("send"), send == nil { return nil }
    return operation.map { .operation($0.name, sends: send ?? 1...1) }
      ?? keySend.map { .key(sends: $0) } ?? request.map { .request($0) }
      ?? connection.map { .connection($0) }
  }
}

/// One operation, or each of them.
struct SelectedOperation: Sendable {
  /// `nil`: each operation.
  let name: OperationName?
}

extension Form where Value == SelectedOperation {
  fileprivate static var selected: Form {
    let one = Form<OperationName>.operationName
    return Form(
      [.string], wanted: "\(one.wanted), or \"*\"",
      schema: .combining("anyOf", [Schema(["const": .string("*")]), one.schema()])
    ) { node, subject, problems in
      if node.value.stringValue == "*" { return SelectedOperation(name: nil) }
      return one.read(node, subject, &problems).map { SelectedOperation(name: $0) }
    }
  }
}

extension Form where Value == ClosedRange<Int> {
  fileprivate static var ordinals: Form {
    let limit = 1...1000
    let wanted = "a whole number n or a string \"a-b\", each from 1 to \(limit.upperBound)"
    return Form(
      [.number, .string], wanted: wanted,
      schema: .combining(
        "anyOf",
        [
          Form<Int>.integer(limit).schema(),
          Schema([
            "type": .string("string"), "pattern": .string("^[1-9][0-9]{0,3}-[1-9][0-9]{0,3}$"),
          ]),
        ])
    ) { node, subject, problems in
      if let number = node.value.intValue, limit.contains(number) { return number...number }
      let ends = node.value.stringValue.map {
        $0.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      }
      if let ends, ends.count == 2, ends.allSatisfy(limit.contains) {
        if ends[0] <= ends[1] { return ends[0]...ends[1] }
        problems.add(
          node.position, "\(subject) must be a range that goes up; found \(ends[0])-\(ends[1])")
        return nil
      }
      let found = node.value.stringValue.map(Found.quoted) ?? Found.name(of: node)
      problems.add(node.position, "\(subject) must be \(wanted); found \(found)")
      return nil
    }
  }
}
