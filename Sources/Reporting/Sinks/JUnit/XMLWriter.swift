// Owns: XML 1.0 text that every reader accepts, whatever the strings contain.
// By hand: libxml2 through Foundation writes characters that XML forbids.

package struct XMLWriter {
  package private(set) var text = ""
  private var open: [String] = []

  /// Opens an element, runs `content`, closes it.
  package mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:],
    _ content: (inout XMLWriter) -> Void
  ) {
    element(name, attributes.map { ($0.key, $0.value) }, content)
  }

  mutating func element(
    _ name: String, _ attributes: [(String, String?)], _ content: (inout XMLWriter) -> Void
  ) {
    start(name, attributes)
    text += ">\n"
    open.append(name)
    content(&self)
    open.removeLast()
    indent()
    text += "</\(name)>\n"
  }

  package mutating func empty(_ name: String, _ attributes: KeyValuePairs<String, String?>) {
    start(name, attributes.map { ($0.key, $0.value) })
    text += "/>\n"
  }

  /// An element that holds text and nothing else.
  package mutating func leaf(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text content: String
  ) {
    start(name, attributes.map { ($0.key, $0.value) })
    text += ">\(Self.escaped(content, inAttribute: false))</\(name)>\n"
  }

  /// What another writer wrote.
  mutating func append(_ written: String) { text += written }

  private mutating func start(_ name: String, _ attributes: [(String, String?)]) {
    indent()
    text += "<" + name
    for (name, value) in attributes {
      guard let value else { continue }
      text += " \(name)=\"\(Self.escaped(value, inAttribute: true))\""
    }
  }

  private mutating func indent() { text += String(repeating: "  ", count: open.count) }

  package init(depth: Int = 0) { open = Array(repeating: "", count: depth) }

  /// Escapes markup; replaces what XML 1.0 forbids, even as a reference, by a visible `\u{…}`.
  static func escaped(_ text: String, inAttribute: Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result.append(contentsOf: "&amp;".unicodeScalars)
      case 0x3C: result.append(contentsOf: "&lt;".unicodeScalars)
      // Also outside `]]>`, so that it need not be checked.
      case 0x3E: result.append(contentsOf: "&gt;".unicodeScalars)
      case 0x22: result.append(contentsOf: "&quot;".unicodeScalars)
      case 0x0D: result.append(contentsOf: "&#13;".unicodeScalars)
      case 0x09, 0x0A:
        if inAttribute {
          result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
        } else {
          result.append(scalar)
        }
      case 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: result.append(scalar)
      default:
        let code = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: "\\u{\(code)}".unicodeScalars)
      }
    }
    return String(result)
  }

  /// At most `count` scalars, the last of them `…` where something was cut.
  static func shortened(_ text: String, to count: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > count else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(count - 1))) + "…"
  }
}
