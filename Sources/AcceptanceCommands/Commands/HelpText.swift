// Owns: `--help`, written from the catalogues so that it cannot fall behind them.

import Reporting

enum HelpText {
  static func of(_ command: any Command.Type, _ catalogs: Catalogs) -> String {
    let options = command.options(in: catalogs)
    var lines = ["\(command.synopsis)\(options.isEmpty ? "" : " [options]")", ""]
    lines.append(command.summary)
    lines.append("")
    lines += table(
      (options + [.help]).filter { !$0.isHidden }.map { (label($0), $0.summary) })
    if !command.details.isEmpty { lines += ["", filled(command.details)] }
    return lines.joined(separator: "\n")
  }

  static func whole(_ catalogs: Catalogs) -> String {
    var lines = [
      filled(
        "acceptance \(Acceptance.version): tests that an offline-capable client delivers every user "
          + "action exactly once: sent again until it is recorded, and recorded once."), "",
    ]
    lines += table(CommandCatalog.all.map { ($0.synopsis, $0.summary) })
    lines += ["", "Options of acceptance [run] FILE", ""]
    lines += table((RunCommand.options(in: catalogs) + [.help]).map { (label($0), $0.summary) })
    lines += ["", "Exit status", ""]
    lines += table(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
    return lines.joined(separator: "\n")
  }

  /// For a call without arguments: the first commands that a newcomer needs.
  static var short: String {
    let rows = [
      ("acceptance init", InitCommand.summary),
      ("acceptance scenarios.json", RunCommand.summary),
      ("acceptance doctor", DoctorCommand.summary),
      ("acceptance help", "print all commands and options"),
      ("acceptance help COMMAND", "print the options of a command, e.g. of run"),
    ]
    return (["acceptance: no scenario file is given", ""] + table(rows)).joined(separator: "\n")
  }

  /// The widest label with its text beside it; a longer one is on a line of its own.
  private static let labelLimit = 26

  /// Fits the terminal; a longer text continues under its column.
  ///
  /// - Parameter width: In columns.
  static func table(_ rows: [(String, String)], width: Int = Terminal.textWidth) -> [String] {
    // On a narrow terminal all labels are placed above their texts.
    let fitting = rows.map(\.0.count).filter { $0 <= min(labelLimit, width / 3) }
    let column = fitting.max() ?? 0
    let margin = String(repeating: " ", count: column + 4)
    return rows.flatMap { label, text in
      let lines = ConsoleLayout.wrapped(text, to: width - margin.count)
      guard label.count <= column, let first = lines.first else {
        return ["  " + label] + lines.map { margin + $0 }
      }
      let head = "  " + label + String(repeating: " ", count: column - label.count + 2)
      return [head + first] + lines.dropFirst().map { margin + $0 }
    }
  }

  /// Rewraps the paragraphs of a text; an indented one is a table and is left unchanged.
  static func filled(_ text: String, width: Int = Terminal.textWidth) -> String {
    text.split(separator: "\n\n", omittingEmptySubsequences: true).map { paragraph in
      paragraph.hasPrefix(" ")
        ? String(paragraph)
        : ConsoleLayout.wrapped(paragraph.split(separator: "\n").joined(separator: " "), to: width)
          .joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func label(_ option: Option) -> String {
    switch option.form {
    case .flag: option.name
    case .value(let placeholder), .values(let placeholder): "\(option.name) \(placeholder)"
    }
  }
}
