// Owns: the table that an auditor asks for: each operation with its task, keys, sends, answers,
// records and its scenario's verdict.

import AcceptanceModel
import Evidence

package enum EvidenceTable {
  package enum Form: String, Sendable, CaseIterable {
    case text
    case csv
    case markdown
  }

  /// - Parameter width: In columns, of the text form: what does not fit is put below its row;
  ///   `nil`: no limit.
  package static func render(
    _ report: RedactedReport, as form: Form, width: Int? = nil
  ) -> String {
    let rows = report.scenarios.flatMap(rows)
    switch form {
    case .text: return text(rows, width)
    case .csv:
      return ([header] + rows.map(\.cells))
        .map { $0.map(csvCell).joined(separator: ",") + "\r\n" }.joined()
    case .markdown: return markdown(rows.map { $0.cells.map(shortened) })
    }
  }

  private static let header = [
    "scenario", "operation", "task", "key", "clear key", "sends", "answers", "records", "verdict",
  ]

  private struct Row {
    let scenario: String
    var operation = ""
    var tasks = ""
    var keys: [String] = []
    /// Of each key, where its shape is declared safe; else empty.
    var clearKeys: [String] = []
    var sendCount = 0
    var answers = ""
    var recordCount = 0
    let verdict: String

    /// In the header's order.
    var cells: [String] {
      let clear = clearKeys.filter { !$0.isEmpty }
      return [
        scenario, operation, tasks, keys.joined(separator: " "), clear.joined(separator: " "),
        String(sendCount), answers, String(recordCount), verdict,
      ]
    }

    /// For a person: each key beside its clear text.
    var keyPairs: String {
      zip(keys, clearKeys).map { key, clear in
        EvidenceTable.shortened(key) + (clear.isEmpty ? "" : " = " + clear)
      }.joined(separator: ", ")
    }
  }

  private static func rows(_ scenario: RedactedScenario) -> [Row] {
    let verdict = scenario.verdict.word.text
    let traces = OperationTrace.traces(of: scenario.history)
    guard !traces.isEmpty else { return [Row(scenario: scenario.id.text, verdict: verdict)] }
    let clear = Dictionary(
      uniqueKeysWithValues: scenario.clearKeys.map { ($0.key.hex, $0.value.text) })
    return traces.map { trace in
      Row(
        scenario: scenario.id.text, operation: trace.operation?.text ?? "(none)",
        tasks: trace.tasks.joined(separator: " "), keys: trace.keys,
        clearKeys: trace.keys.map { clear[$0] ?? "" }, sendCount: trace.sends.count,
        answers: trace.sends.map(\.answer).joined(separator: "; "),
        recordCount: trace.recordCount, verdict: verdict)
    }
  }

  /// Tokens to 12 digits: enough to distinguish them on a screen. CSV has them in full.
  static func shortened(_ cell: String) -> String {
    cell.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let isToken = word.utf8.count == 32 && word.allSatisfy(\.isHexDigit)
      return isToken ? String(word.prefix(12)) : String(word)
    }.joined(separator: " ")
  }

  // MARK: - Text

  /// What fits beside one another; the task, the keys and the answers go below it.
  private static func text(_ rows: [Row], _ width: Int?) -> String {
    let header = ["scenario", "operation", "sends", "records", "verdict"]
    let cells = rows.map {
      [$0.scenario, $0.operation, String($0.sendCount), String($0.recordCount), $0.verdict]
    }
    var widths = header.indices.map { column in
      ([header] + cells).map { ConsoleLayout.columns($0[column]) }.max() ?? 0
    }
    if let width {
      // Ids are the only long ones; two spaces separate columns.
      let others = widths.dropFirst(2).reduce(0, +) + 2 * (widths.count - 1)
      let room = max(8, width - others)
      widths[1] = min(widths[1], max(4, room / 3))
      widths[0] = min(widths[0], max(4, room - widths[1]))
    }
    var lines = [line(header, widths)]
    for (row, cells) in zip(rows, cells) {
      lines.append(line(cells, widths))
      lines +=
        below("task", shortened(row.tasks), width) + below("key", row.keyPairs, width)
        + below("answers", row.answers, width)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).map { cell, width in
      ConsoleLayout.padded(ConsoleLayout.cut(cell, to: width), to: width)
    }
    var line = padded.joined(separator: "  ")
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  private static func below(_ label: String, _ text: String, _ width: Int?) -> [String] {
    guard !text.isEmpty else { return [] }
    let margin = "  " + ConsoleLayout.padded("", to: 9)
    let lines = ConsoleLayout.wrapped(text, to: width.map { $0 - margin.count })
      .flatMap { ConsoleLayout.broken($0, to: width.map { $0 - margin.count }) }
    return lines.enumerated().map { index, line in
      (index == 0 ? "  " + ConsoleLayout.padded(label, to: 9) : margin) + line
    }
  }

  /// RFC 4180; a cell that a spreadsheet would take for a formula is made text.
  private static func csvCell(_ cell: String) -> String {
    // By scalars: to Swift, CR and LF together are one character that is neither.
    let scalars = cell.unicodeScalars
    let isFormula = scalars.first.map { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } ?? false
    let text = isFormula ? "'" + cell : cell
    guard scalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private static func markdown(_ rows: [[String]]) -> String {
    let rule = header.map { ["sends", "records"].contains($0) ? "--:" : "---" }
    let cells = [header.map(markdownCell), rule] + rows.map { $0.map(markdownCell) }
    return cells.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// One line, whatever it holds: a line break would end the row.
  static func markdownCell(_ cell: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in cell.unicodeScalars {
      switch scalar {
      case "\r": continue
      case "\n": escaped.append(contentsOf: "<br>".unicodeScalars)
      default:
        if "\\`*_{}[]<>|#!~&".unicodeScalars.contains(scalar) { escaped.append("\\") }
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
