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

  package static func render(_ report: RedactedReport, as form: Form) -> String {
    let rows = report.scenarios.flatMap(rows)
    switch form {
    case .text: return text(rows.map { $0.map(shortened) })
    case .csv:
      return ([header] + rows).map { $0.map(csvCell).joined(separator: ",") + "\r\n" }.joined()
    case .markdown: return markdown(rows.map { $0.map(shortened) })
    }
  }

  private static let header = [
    "scenario", "operation", "task", "key", "sends", "answers", "records", "verdict",
  ]

  private static func rows(_ scenario: RedactedScenario) -> [[String]] {
    let traces = OperationTrace.traces(of: scenario.history)
    guard !traces.isEmpty else {
      return [[scenario.id.text, "", "", "", "0", "", "0", scenario.verdict.word.text]]
    }
    let clear = Dictionary(
      uniqueKeysWithValues: scenario.clearKeys.map { ($0.key.hex, $0.value.text) })
    return traces.map { trace in
      [
        scenario.id.text, trace.operation?.text ?? "(none)", trace.tasks.joined(separator: " "),
        trace.keys.map { key in clear[key].map { "\(key) = \($0)" } ?? key }
          .joined(separator: " "),
        String(trace.sends.count), trace.sends.map(\.answer).joined(separator: "; "),
        String(trace.recordCount), scenario.verdict.word.text,
      ]
    }
  }

  /// Tokens to 12 digits: enough to tell them apart on a screen. CSV has them whole.
  private static func shortened(_ cell: String) -> String {
    cell.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let isToken = word.utf8.count == 32 && word.allSatisfy(\.isHexDigit)
      return isToken ? String(word.prefix(12)) : String(word)
    }.joined(separator: " ")
  }

  private static func text(_ rows: [[String]]) -> String {
    let all = [header] + rows
    let widths = header.indices.map { column in
      all.map { ConsoleLayout.columns($0[column]) }.max() ?? 0
    }
    return all.map { row in
      let cells = row.enumerated().map { ConsoleLayout.padded($0.element, to: widths[$0.offset]) }
      var line = cells.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
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
