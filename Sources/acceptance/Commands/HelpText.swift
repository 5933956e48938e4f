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

  static func table(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { label, text in
      "  " + label + String(repeating: " ", count: width - label.count + 2) + text
    }
  }

  private static func label(_ option: Option) -> String {
    switch option.form {
    case .flag: option.name
    case .value(let placeholder), .values(let placeholder): "\(option.name) \(placeholder)"
    }
  }
}
