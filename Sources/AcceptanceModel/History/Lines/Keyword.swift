/// A word of the product's own: written in its source, or the name of an enum's case.
package struct Keyword: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let text: String

  package var description: String { text }

  /// `StaticString` cannot be made at run time, so no client's text gets in.
  package init(stringLiteral: StaticString) { text = "\(stringLiteral)" }

  package init<Word: RawRepresentable<String> & CaseIterable>(_ word: Word) { text = word.rawValue }

  /// A word that comes back from a stored file; `nil` where the text cannot be one: 1 to 40 ASCII
  /// letters, digits and hyphens.
  package init?(stored text: String) {
    let isWord = text.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || (0x30...0x39).contains(byte)
    }
    guard isWord, (1...40).contains(text.utf8.count) else { return nil }
    self.text = text
  }
}
