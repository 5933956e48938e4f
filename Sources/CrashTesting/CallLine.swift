// Owns: one call in the tracer's log. Does not own: what it made durable (DurableState).

package struct CallLine: Sendable, Hashable {
  package let number: Int
  /// Among the calls that sync; `nil` where it is none.
  package let syncNumber: Int?
  package let name: String
  /// Relative to the home; percent-encoded, as it was logged.
  package let path: String
  package let other: String?

  /// `nil` where it is another kind of line.
  package init?(_ line: some StringProtocol) {
    let fields = String(line).split(separator: "\t", omittingEmptySubsequences: false)
      .map(String.init)
    guard fields.count == 7, fields[0] == "call", let number = Int(fields[1]),
      let sync = Int(fields[2])
    else { return nil }
    self.number = number
    syncNumber = sync == 0 ? nil : sync
    name = fields[3]
    path = fields[4]
    other = fields[5] == "-" ? nil : fields[5]
  }

  /// E.g. `fdatasync queue.sqlite3-wal`, `rename new.json queue.json`.
  package var text: String { ([name, path] + [other].compactMap(\.self)).joined(separator: " ") }
}
