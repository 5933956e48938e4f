// Owns: JSON as a person would lay it out: what fits on a line stays on it.
// Does not own: the bytes of each value (JSONWriter).

import StrictJSON

package enum ReadableJSON {
  private static let lineLimit = 100

  /// Ends with a line feed.
  package static func text(of value: JSONValue) -> String { lines(value, depth: 0) + "\n" }

  private static func lines(_ value: JSONValue, depth: Int) -> String {
    let single = onOneLine(value)
    if depth * 2 + single.count < lineLimit, !isBrokenAnyway(value, depth: depth) { return single }
    let inner = String(repeating: "  ", count: depth + 1)
    let outer = String(repeating: "  ", count: depth)
    switch value {
    case .array(let elements):
      let body = elements.map { inner + lines($0, depth: depth + 1) }
      return "[\n" + body.joined(separator: ",\n") + "\n" + outer + "]"
    case .object(let members):
      let body = members.map {
        inner + JSONWriter.text(of: .string($0.name)) + ": " + lines($0.value, depth: depth + 1)
      }
      return "{\n" + body.joined(separator: ",\n") + "\n" + outer + "}"
    case .null, .bool, .number, .string: return single
    }
  }

  /// A list of objects has an object a line, however short: a diff then shows one changed step.
  private static func isBrokenAnyway(_ value: JSONValue, depth: Int) -> Bool {
    switch value {
    case .array(let elements): elements.contains { if case .object = $0 { true } else { false } }
    case .object(let members): depth < 2 || members.contains { isBrokenAnyway($0.value, depth: 2) }
    case .null, .bool, .number, .string: false
    }
  }

  private static func onOneLine(_ value: JSONValue) -> String {
    switch value {
    case .null, .bool, .number, .string: return JSONWriter.text(of: value)
    case .array(let elements):
      return "[" + elements.map(onOneLine).joined(separator: ", ") + "]"
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let body = members.map {
        JSONWriter.text(of: .string($0.name)) + ": " + onOneLine($0.value)
      }
      return "{ " + body.joined(separator: ", ") + " }"
    }
  }
}
