// Owns: what both directions of the contract share: one JSON object a line, and its breaches.

import StrictJSON

/// A line that is not of the contract. Quotes nothing of the line but the contract's own words.
package enum ContractBreach: Error, Sendable, Hashable {
  case notJSON(byteCount: Int)
  case notAnObject(byteCount: Int)
  case tooLong(byteCount: Int)
  case missingField(String)
  case wrongField(String)
  case unknownVerb(id: Int)
}

extension ContractBreach: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notJSON(let count): "a line of \(count) bytes is no JSON; each line is one JSON object"
    case .notAnObject(let count):
      "a line of \(count) bytes is JSON but no object; each line is one JSON object"
    case .tooLong(let count):
      "a line of more than \(count) bytes; a line has at most \(ContractLine.byteLimit) bytes"
    case .missingField(let name): "a line has no usable field \"\(name)\""
    case .wrongField(let name):
      "the field \"\(name)\" of a line has a value that contract version 1 does not know"
    case .unknownVerb: "a line has a command that contract version 1 does not know"
    }
  }
}

package enum ContractLine {
  /// 1 MiB, both ways, without the line feed.
  package static let byteLimit = 1 << 20

  static func object(_ line: some Sequence<UInt8>) throws(ContractBreach) -> JSONValue {
    let bytes = Array(line)
    guard bytes.count <= byteLimit else { throw .tooLong(byteCount: byteLimit) }
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes).value
    } catch {
      throw .notJSON(byteCount: bytes.count)
    }
    guard value.objectValue != nil else { throw .notAnObject(byteCount: bytes.count) }
    return value
  }

  static func text(_ name: String, of value: JSONValue) throws(ContractBreach) -> String {
    guard let field = value[name] else { throw .missingField(name) }
    guard let text = field.stringValue else { throw .wrongField(name) }
    return text
  }

  /// A whole number from 0; `nil` where the field is absent or null.
  static func count(_ name: String, of value: JSONValue) throws(ContractBreach) -> Int? {
    guard let field = value[name], field != .null else { return nil }
    guard let count = field.intValue, count >= 0 else { throw .wrongField(name) }
    return count
  }
}
