// Owns: a scenario file with other scenarios in the place of its own.

import StrictJSON

package enum ExploredFile {
  /// The table with its client, server and redaction as they are, and these scenarios only. What it
  /// says of its own scenarios' known failures goes with them.
  package static func bytes(of table: JSONValue, scenarios: [JSONValue]) -> [UInt8] {
    let kept = (table.objectValue ?? []).filter {
      $0.name != "scenarios" && $0.name != "knownFailures"
    }
    let whole = JSONValue.object(kept + [JSONMember("scenarios", .array(scenarios))])
    return Array((lines(of: whole, indent: 0) + "\n").utf8)
  }

  private static let width = 96

  /// A value that fits is written on one line; any other has a line for each of its members.
  private static func lines(of value: JSONValue, indent: Int) -> String {
    let short = JSONWriter.text(of: value)
    let isShort = short.count + indent <= width && indent > 0
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch value {
    case .object(let members) where !isShort && !members.isEmpty:
      let parts = members.map { member in
        let name = JSONWriter.text(of: .string(member.name))
        return "\(inner)\(name): \(lines(of: member.value, indent: indent + 2))"
      }
      return "{\n\(parts.joined(separator: ",\n"))\n\(outer)}"
    case .array(let elements) where !isShort && !elements.isEmpty:
      let parts = elements.map { inner + lines(of: $0, indent: indent + 2) }
      return "[\n\(parts.joined(separator: ",\n"))\n\(outer)]"
    default: return short
    }
  }
}
