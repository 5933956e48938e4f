// Owns: text without anything that a terminal, an XML reader or a person would not see as written.

import SecretSearch

package enum PlainText {
  /// The text as one line that nobody obeys: with terminal sequences removed, every other control character, surrogate-like and
  /// direction-changing scalar replaced by a visible `\u{…}`, line breaks made spaces, and the
  /// marks that begin a build server's commands (`##[`, `##vso[`, `::error`, `[[ATTACHMENT`) parted.
  package static func visible(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in withoutTerminalSequences(text).unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: result.append(" ")
      case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF,
        0xFFF9...0xFFFB, 0xFFFE, 0xFFFF:
        result.append(contentsOf: escaped(scalar))
      default:
        if scalar.value & 0xFFFE == 0xFFFE {
          result.append(contentsOf: escaped(scalar))
        } else {
          if beginsCommand(scalar, after: result) { result.append(" ") }
          result.append(scalar)
        }
      }
    }
    return String(result)
  }

  private static func beginsCommand(
    _ scalar: Unicode.Scalar, after text: String.UnicodeScalarView
  ) -> Bool {
    guard text.last == scalar else { return false }
    switch scalar {
    case "#", "[": return true
    case ":": return text.dropLast().last.map { $0 == " " } ?? true
    default: return false
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
  }

  private static func withoutTerminalSequences(_ text: String) -> String {
    guard
      text.unicodeScalars.contains(where: { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{9D}" })
    else { return text }
    return String(
      decoding: TerminalSequences.removed(from: Array(text.utf8)), as: UTF8.self)
  }
}
