// Owns: the command line that runs some scenarios again.

import Evidence
import Foundation

package struct RepeatCommand {
  let text: String

  /// - Parameter command: What runs the whole table.
  init(command: String, scenarios: [RedactedScenario]) {
    var seen: Set<String> = []
    let ids = scenarios.map(\.id.text).filter { seen.insert($0).inserted }
    text = ([command] + ids.map { "--only " + Self.quoted($0) }).joined(separator: " ")
  }

  /// What replaces words of the client's command that a report must not show.
  package static func masked(_ count: Int) -> String { "<\(count) more>" }

  /// Whether words of the command are left out, so that it cannot be run as it is.
  static func isMasked(_ command: String) -> Bool { command.contains(#/<[0-9]+ more>/#) }

  /// What reports say besides a masked command.
  static let maskedNote =
    "not the whole command: words of --client that may be private are left out here; the "
    + "terminal of the run shows it whole"

  /// For a POSIX shell, with the home directory as `$HOME`: it names its user.
  ///
  /// - Parameter home: `nil` where there is none.
  package static func quoted(_ word: String, home: String?) -> String {
    guard let home, word.contains(home + "/") else { return quoted(word) }
    let parts = word.components(separatedBy: home + "/").map { part in
      part.reduce(into: "") { text, character in
        if "\"$`\\".contains(character) { text.append("\\") }
        text.append(character)
      }
    }
    return "\"" + parts.joined(separator: "$HOME/") + "\""
  }

  /// For a POSIX shell; ids of the usual shape stay as they are.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "-_./".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
