// Owns: columns and line breaks of the console, counted in characters as a terminal shows them.

package enum ConsoleLayout {
  /// How many columns a text takes: wide East Asian characters and emoji take two, marks none.
  static func columns(_ text: String) -> Int {
    text.reduce(0) { $0 + columns($1) }
  }

  private static func columns(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
    }
  }

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  static func rightAligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns(text))) + text
  }

  /// The text cut to so many columns, the last of them `…` where something was cut.
  static func cut(_ text: String, to width: Int) -> String {
    guard columns(text) > width else { return text }
    var kept = ""
    var used = 1
    for character in text {
      used += columns(character)
      if used > width { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// Lines of at most `width` columns, broken at spaces; a longer word has its own line.
  package static func wrapped(_ text: String, to width: Int?) -> [String] {
    guard let width else { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if columns(line) + 1 + columns(String(word)) <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return lines + (line.isEmpty ? [] : [line])
  }

  /// A word that is longer than a line, as several lines.
  static func broken(_ word: String, to width: Int?) -> [String] {
    guard let width, width > 0, columns(word) > width else { return [word] }
    var lines: [String] = []
    var line = ""
    for character in word {
      if columns(line) + columns(String(character)) > width {
        lines.append(line)
        line = ""
      }
      line.append(character)
    }
    return lines + [line]
  }

  /// `7 s`, `1 min 20 s`: for a time that is still running.
  static func wholeSeconds(_ duration: Duration) -> String {
    let seconds = max(0, duration.milliseconds / 1000)
    return seconds >= 60 ? self.duration(seconds * 1000) : "\(seconds) s"
  }

  /// `0.41 s`, `12.3 s`, `2 min 05 s`.
  package static func duration(_ milliseconds: Int) -> String {
    let milliseconds = max(0, milliseconds)
    let seconds = milliseconds / 1000
    if seconds >= 60 {
      let rest = String(seconds % 60)
      return "\(seconds / 60) min \(rest.count < 2 ? "0" : "")\(rest) s"
    }
    if seconds >= 10 { return "\(seconds).\(milliseconds % 1000 / 100) s" }
    let places = String(milliseconds % 1000 / 10)
    return "\(seconds).\(places.count < 2 ? "0" : "")\(places) s"
  }
}
