// Owns: what an option of the command line is. `--help` is written from it.

struct Option: Sendable {
  enum Form: Sendable {
    case flag
    /// The placeholder for the value in `--help`.
    case value(String)
    /// The same, and the option may be given more than once.
    case values(String)
  }

  let name: String
  let form: Form
  let summary: String
  /// Accepted, but neither in `--help` nor in messages.
  var isHidden = false

  static let help = Option(name: "--help", form: .flag, summary: "print this and exit")
}

/// A command line that cannot be followed; the sentence says what would be accepted.
struct UsageError: Error, CustomStringConvertible {
  let description: String
  /// Whether nothing was asked: the first commands are printed then.
  let isShortHelp: Bool

  init(_ description: String) {
    self.description = description
    isShortHelp = false
  }

  init(isShortHelp: Bool) {
    description = "no scenario file is given"
    self.isShortHelp = isShortHelp
  }
}
