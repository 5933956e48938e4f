// Owns: `--help`, written from the catalogues so that it cannot fall behind them.

enum HelpText {
  static func of(_ command: any Command.Type) -> String {
    var lines = ["\(command.synopsis)\(command.options.isEmpty ? "" : " [options]")", ""]
    lines.append(command.summary)
    lines.append("")
    lines += table((command.options + [.help]).map { (label($0), $0.summary) })
    if !command.details.isEmpty { lines += ["", command.details] }
    return lines.joined(separator: "\n")
  }

  static var whole: String {
    var lines = [
      "acceptance \(Acceptance.version): proves that a client that writes while offline has every",
      "user operation sent until it is recorded, and recorded once.", "",
    ]
    lines += table(CommandCatalog.all.map { ($0.synopsis, $0.summary) })
    lines += ["", "acceptance scenarios.json takes", ""]
    lines += table((RunCommand.options + [.help]).map { (label($0), $0.summary) })
    lines += ["", "Exit status", ""]
    lines += table(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
    return lines.joined(separator: "\n")
  }

  /// Fits a terminal of 80 columns; what does not fit goes on under its column.
  static func table(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    let margin = String(repeating: " ", count: width + 4)
    return rows.flatMap { label, text in
      let head = "  " + label + String(repeating: " ", count: width - label.count + 2)
      let lines = wrapped(text, to: max(30, 80 - margin.count))
      return lines.enumerated().map { ($0 == 0 ? head : margin) + $1 }
    }
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ").map(String.init) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines.isEmpty ? [""] : lines
  }

  private static func label(_ option: Option) -> String {
    switch option.form {
    case .flag: option.name
    case .value(let placeholder), .values(let placeholder): "\(option.name) \(placeholder)"
    }
  }
}
