// Owns: HTML that no text can break out of: elements are written here only, texts escaped.

import Encodings

/// A piece of HTML that is safe to insert.
struct HTML: Sendable, ExpressibleByStringInterpolation {
  private(set) var text: String

  /// Text as a browser shows it, whatever it holds.
  init(escaping text: String) {
    self.text = text.escapedForMarkup
  }

  /// For the compiler only: a literal of our source.
  init(stringLiteral value: String) { text = value }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  private init(raw: String) { text = raw }

  static func joined(_ parts: some Sequence<HTML>, by separator: HTML = "") -> HTML {
    HTML(raw: parts.map(\.text).joined(separator: separator.text))
  }

  /// What is between the values is written in our source; the values are escaped, unless they
  /// are HTML already.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ html: HTML) { text += html.text }

    mutating func appendInterpolation(_ value: String) { text += HTML(escaping: value).text }

    mutating func appendInterpolation(_ value: Int) { text += "\(value)" }
  }
}
