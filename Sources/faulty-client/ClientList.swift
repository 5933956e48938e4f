// Owns: the catalogues as text for people and as JSON for programs.

import StrictJSON

struct ClientList {
  enum Form {
    /// Columns for people.
    case text
    /// One object on one line, see `--help`'s neighbours: `{"faulty":[{"name","summary","codes"}]}`
    /// or `{"right":[{"name","summary"}]}`.
    case json
  }

  /// Ends with a line feed.
  let text: String

  static func faulty(_ form: Form) -> ClientList { wrong(FaultyCatalog.all, form) }

  static func crash(_ form: Form) -> ClientList { wrong(CrashCatalog.all, form) }

  private static func wrong(_ kinds: [FaultyKind], _ form: Form) -> ClientList {
    switch form {
    case .text:
      return columns(kinds.map { [$0.name, $0.codes.joined(separator: " "), $0.summary] })
    case .json:
      return object(
        "faulty",
        kinds.map { kind in
          .object([
            "name": .string(kind.name), "summary": .string(kind.summary),
            "codes": .array(kind.codes.map { .string($0) }),
          ])
        })
    }
  }

  static func right(_ form: Form) -> ClientList {
    let modes = UnusualCatalog.all
    switch form {
    case .text:
      return columns(modes.map { [$0.name, $0.summary] })
    case .json:
      return object(
        "right",
        modes.map { .object(["name": .string($0.name), "summary": .string($0.summary)]) })
    }
  }

  private static func object(_ name: String, _ elements: [JSONValue]) -> ClientList {
    let value = JSONValue.object([JSONMember(name, .array(elements))])
    return ClientList(text: JSONWriter.text(of: value) + "\n")
  }

  private static func columns(_ rows: [[String]]) -> ClientList {
    let columnCount = rows.first?.count ?? 0
    let widths = (0..<columnCount).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      row.enumerated().map { column, cell in
        column == columnCount - 1
          ? cell : cell + String(repeating: " ", count: widths[column] - cell.count + 2)
      }.joined()
    }
    return ClientList(text: lines.map { $0 + "\n" }.joined())
  }
}
