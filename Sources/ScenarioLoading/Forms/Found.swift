// Owns: how a message names what was found, so that any text of the file can be shown: short, and
// without characters that a terminal would obey.

import StrictJSON

package enum Found {
  /// A number as written, else the kind: a string may be confidential.
  package static func name(of node: JSONNode) -> String {
    guard case .number(let text) = node.content, text.utf8.count <= 20 else {
      return node.value.kindName
    }
    return text
  }

  /// For names and words of the file; at most 40 characters of it.
  package static func quoted(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(40) {
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator:
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        if scalar == "\"" || scalar == "\\" { shown += "\\" }
        shown.unicodeScalars.append(scalar)
      }
    }
    return "\"\(shown)\(text.unicodeScalars.count > 40 ? "…" : "")\""
  }

  package static func list(_ words: [String], _ joint: String = "and") -> String {
    let quoted = words.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "none" }
    return quoted.dropLast().joined(separator: ", ") + " \(joint) " + last
  }
}
