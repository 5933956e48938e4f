// Owns: HTML and SVG text with everything between the tags escaped.

import Encodings

package struct HTMLWriter {
  package private(set) var text = ""

  package init() {}

  package mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:],
    _ content: (inout HTMLWriter) -> Void
  ) {
    open(name, attributes)
    content(&self)
    text += "</\(name)>"
  }

  package mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text content: String
  ) {
    element(name, attributes) { $0.write(content) }
  }

  /// A start tag alone: for `meta`, `link`, `input`, and SVG shapes, which HTML closes by itself.
  package mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) {
    text += "<" + name
    for (name, value) in attributes {
      guard let value else { continue }
      text += " \(name)=\"\(value.escapedForMarkup)\""
    }
    text += ">"
  }

  /// An SVG element without content.
  mutating func shape(_ name: String, _ attributes: KeyValuePairs<String, String?>) {
    element(name, attributes) { _ in }
  }

  package mutating func write(_ content: String) { text += content.escapedForMarkup }

  package mutating func lineBreak() { text += "\n" }

  /// Text that is HTML or CSS already, and ours.
  package mutating func raw(_ markup: String) { text += markup }
}
