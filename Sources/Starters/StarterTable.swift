// Owns: the scenario file that goes with a starter: the product's own table, or the part of it to
// begin with, for the user's client and server. Does not own: checking it (ScenarioLoading).

import StrictJSON

package struct StarterTable: Sendable {
  package static let fileName = "scenarios.json"

  /// The path of the endpoint, e.g. `/items`.
  package var path: String
  /// The header that carries the key.
  package var keyHeader: String
  /// Whether the file has every scenario of the product's table.
  package var isWhole: Bool

  package init(path: String, keyHeader: String, isWhole: Bool) {
    self.path = path
    self.keyHeader = keyHeader
    self.isWhole = isWhole
  }

  /// What a write queue must get right first, in the order of the product's table: one scenario a
  /// way of losing an answer, of dying, of being refused, and of tapping twice.
  static let beginning: [String] = [
    "two-operations", "lost-answer", "refused", "reset-before-commit", "reset-after-commit",
    "closed-after-commit", "stalled-after-commit", "killed-after-commit", "relaunch",
    "offline-relaunch", "done-stays-done", "unauthorized", "new-credential", "conflict",
    "retry-after-stop", "burst", "retry-after", "wrong-clock", "second-tap",
    "second-tap-after-done", "final-check",
  ]

  /// - Parameter bytes: The product's own table.
  /// - Throws: `StarterError` where it does not hold what it should: a mistake of the product's.
  package func text(
    for starter: Starter, from bytes: [UInt8]
  ) throws(StarterError) -> String {
    let whole: JSONValue
    do {
      whole = try JSONParser.parse(bytes).value
    } catch {
      throw .unreadableTable
    }
    guard case .object(let members) = whole else { throw .unreadableTable }
    return ReadableJSON.text(
      of: .object(
        try members.map { (member) throws(StarterError) in
          JSONMember(member.name, try value(of: member, for: starter))
        }))
  }

  private func value(
    of member: JSONMember, for starter: Starter
  ) throws(StarterError) -> JSONValue {
    switch member.name {
    case "client": starter.client
    case "server": server(member.value)
    case "scenarios": .array(try selection(of: member.value, for: starter))
    default: member.value
    }
  }

  private func server(_ value: JSONValue) -> JSONValue {
    .object(
      (value.objectValue ?? []).map { member in
        switch member.name {
        case "path": JSONMember("path", .string(path))
        case "key": JSONMember("key", .object(["header": .string(keyHeader)]))
        default: member
        }
      })
  }

  private func selection(
    of value: JSONValue, for starter: Starter
  ) throws(StarterError) -> [JSONValue] {
    let all = value.arrayValue ?? []
    if isWhole { return all.filter { !starter.beside.contains(Self.id(of: $0)) } }
    let selected = all.filter { Self.beginning.contains(Self.id(of: $0)) }
    guard selected.count == Self.beginning.count else { throw .scenariosMissing }
    return selected
  }

  private static func id(of scenario: JSONValue) -> String { scenario["id"]?.stringValue ?? "" }
}

package enum StarterError: Error, Sendable, Hashable, CustomStringConvertible {
  case unreadableTable
  case scenariosMissing

  package var description: String {
    switch self {
    case .unreadableTable: "the built-in table cannot be read"
    case .scenariosMissing: "the built-in table lacks a scenario that every starter begins with"
    }
  }
}
