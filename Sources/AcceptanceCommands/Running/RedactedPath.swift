// Owns: paths as they may be shown: a home directory names its user.

import Foundation
import Reporting

enum RedactedPath {
  /// `nil` where there is none, or where it is so short that it would be found by chance.
  static let home: String? = {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    return home.utf8.count > 3 && home.hasPrefix("/") && !home.hasSuffix("/") ? home : nil
  }()

  /// The text with every path into the user's home directory begun by `~`.
  static func of(_ text: String) -> String {
    guard let home, text.contains(home) else { return text }
    return text.replacing(home + "/", with: "~/")
  }

  /// The same for a POSIX shell, which expands `~` only outside quotes.
  static func quoted(_ path: String) -> String {
    let shown = of(path)
    guard shown.hasPrefix("~/") else { return RepeatCommand.quoted(shown) }
    return "~/" + RepeatCommand.quoted(String(shown.dropFirst(2)))
  }
}
