// What both directions of the contract share: one JSON object a line, and its breaches.

import StrictJSON

/// A line that is not of the contract. Quotes nothing of the line but the contract's own words.
package enum ContractBreach: Error, Sendable, Hashable {
  case notJSON(byteCount: Int, JSONFault)
  /// - Parameter found: A kind of value, as `JSONValue.kindName` has it.
  case notAnObject(found: String)
  case tooLong(byteCount: Int)
  /// - Parameter accepted: What the field may hold.
  case missingField(String, accepted: String)
  /// - Parameters:
  ///   - found: A kind of value, or a number of at most nine digits.
  ///   - accepted: What the field may hold.
  case wrongField(String, found: String, accepted: String)
  case unknownVerb(id: Int)

  /// Why a line is no JSON.
  package enum JSONFault: Sendable, Hashable {
    /// It begins with something that begins no object and no array.
    case text
    /// NUL bytes, which UTF-16 has in every other place.
    case notUTF8
    /// It is JSON up to there; columns count from 1.
    case syntax(column: Int)
    case endsEarly
    case repeatedName(column: Int)
    case tooDeep
  }
}

extension ContractBreach: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notJSON(let count, let fault):
      "found \(count) bytes that are not JSON (\(fault)); each line is one JSON object"
    case .notAnObject(let found): "found \(found); each line is one JSON object"
    case .tooLong(let count):
      "found more than \(count) bytes; a line has at most \(ContractLine.byteLimit) bytes"
    case .missingField(let name, let accepted): "found no \"\(name)\"; it must be \(accepted)"
    case .wrongField(let name, let found, let accepted):
      "found \(found) in \"\(name)\"; it must be \(accepted)"
    case .unknownVerb: "found a command that contract version 1 does not have"
    }
  }
}

extension ContractBreach.JSONFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .text: "it begins like a log's text, which belongs on stderr"
    case .notUTF8: "it is not UTF-8"
    case .syntax(let column): "there is an error in column \(column)"
    case .endsEarly: "it ends too early"
    case .repeatedName(let column): "the name in column \(column) is in the object already"
    case .tooDeep: "it is nested deeper than \(JSONParser.depthLimit) levels"
    }
  }

  init(_ error: JSONSyntaxError, in line: [UInt8]) {
    let first = line.first { !ContractLine.blank.contains($0) }
    let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    self =
      switch error.kind {
      case .encoding: .notUTF8
      case _ where line.contains(0): .notUTF8
      case .depth: .tooDeep
      case .repeatedName: .repeatedName(column: error.position.column)
      case .end where isContainer: .endsEarly
      case .end, .syntax: isContainer ? .syntax(column: error.position.column) : .text
      }
  }
}

package enum ContractLine {
  /// 1 MiB, both ways, without the line feed.
  package static let byteLimit = 1 << 20

  /// Space, tab and carriage return: a line of nothing else says nothing.
  static let blank: Set<UInt8> = [0x20, 0x09, 0x0D]

  /// Whether nothing is on a line: some clients end their lines with two line feeds, or with CR LF.
  package static func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy(blank.contains) }

  /// The first line of stdout without a byte order mark, which some runtimes write by themselves.
  package static func withoutByteOrderMark(_ line: [UInt8]) -> [UInt8] {
    line.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(line.dropFirst(3)) : line
  }

  static func object(_ line: some Sequence<UInt8>) throws(ContractBreach) -> JSONValue {
    let bytes = Array(line)
    guard bytes.count <= byteLimit else { throw .tooLong(byteCount: byteLimit) }
    let value = try json(bytes)
    guard value.objectValue != nil else { throw .notAnObject(found: value.kindName) }
    return value
  }

  /// - Throws: `.notJSON`.
  package static func json(_ bytes: [UInt8]) throws(ContractBreach) -> JSONValue {
    do {
      return try JSONParser.parse(bytes).value
    } catch {
      throw .notJSON(byteCount: bytes.count, ContractBreach.JSONFault(error, in: bytes))
    }
  }

  static func text(_ name: String, of value: JSONValue) throws(ContractBreach) -> String {
    guard let field = value[name] else { throw .missingField(name, accepted: "a string") }
    guard let text = field.stringValue else {
      throw .wrongField(name, found: field.kindName, accepted: "a string")
    }
    return text
  }

  /// A whole number of any spelling: `400`, `400.0`, `4e2`.
  static func number(_ name: String, of value: JSONValue) throws(ContractBreach) -> Int {
    guard let field = value[name] else { throw .missingField(name, accepted: "a whole number") }
    guard let number = field.wholeValue else {
      throw .wrongField(name, found: field.kindName, accepted: "a whole number")
    }
    return number
  }

  /// A whole number within its range; `nil` where the field is absent or null.
  static func limit(
    _ name: String, in range: ClosedRange<Int>, of value: JSONValue
  ) throws(ContractBreach) -> Int? {
    guard let field = value[name], field != .null else { return nil }
    if let number = field.wholeValue, range.contains(number) { return number }
    throw .wrongField(
      name, found: found(field),
      accepted: "a whole number from \(range.lowerBound) to \(range.upperBound)")
  }

  /// A number is shown where it is short enough to be nothing but a number.
  private static func found(_ field: JSONValue) -> String {
    guard case .number(let text) = field else { return field.kindName }
    guard let number = field.wholeValue, abs(number) <= 999_999_999 else {
      return text.hasPrefix("-") ? "a negative number" : "another number"
    }
    return "\(number)"
  }
}
