// Owns: the command line that runs some scenarios again.

import Evidence

package struct RepeatCommand {
  let text: String

  /// - Parameter command: What runs the whole table.
  init(command: String, scenarios: [RedactedScenario]) {
    var seen: Set<String> = []
    let ids = scenarios.map(\.id.text).filter { seen.insert($0).inserted }
    text = ([command] + ids.map { "--only " + Self.quoted($0) }).joined(separator: " ")
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
