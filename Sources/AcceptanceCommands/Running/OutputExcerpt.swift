// Owns: what a client printed, as lines that a terminal can show. They go to no report.

import Evidence

enum OutputExcerpt {
  /// How many lines of a failed start are shown, counted from the end.
  private static let lineLimit = 20
  /// Characters of a line; a longer one is cut.
  private static let widthLimit = 400
  /// Shorter values are not looked for: they would be found everywhere.
  private static let shortestWithheld = 6

  /// - Parameter withheld: Texts that must not be shown, e.g. values of the client's environment.
  static func lines(_ bytes: [UInt8], withheld: [String]) -> [String] {
    let all = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let shown = all.suffix(lineLimit).map { line(String($0), withheld: withheld) }
    let left = all.count - shown.count
    return (left > 0 ? ["… \(left) earlier lines"] : []) + shown
  }

  /// One line without what a terminal would obey.
  static func line(_ text: String, withheld: [String]) -> String {
    var text = text
    for secret in withheld where secret.utf8.count >= shortestWithheld {
      text = text.replacing(secret, with: "[withheld]")
    }
    let plain = PlainText.visible(text)
    return plain.count > widthLimit ? plain.prefix(widthLimit) + "…" : plain
  }
}
