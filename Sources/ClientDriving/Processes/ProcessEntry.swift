// Owns: one row of the process table, and reading it from a line of Linux' stat file.

struct ProcessEntry: Sendable, Hashable {
  let processID: Int32
  let parent: Int32
  let group: Int32
  let session: Int32
  let isZombie: Bool
  let hasTerminal: Bool
  let start: ProcessTable.Instant

  /// Names one process for ever, where its number alone comes back.
  struct Identity: Sendable, Hashable {
    let processID: Int32
    let start: ProcessTable.Instant
  }

  var identity: Identity { Identity(processID: processID, start: start) }
}

extension ProcessEntry {
  /// Reads the line of `/proc/<pid>/stat`; `nil` where it is none. The command's name may hold
  /// anything, spaces and parentheses too, so the fields count from the last parenthesis.
  init?(statLine: [UInt8]) {
    guard let open = statLine.firstIndex(of: UInt8(ascii: "(")),
      let close = statLine.lastIndex(of: UInt8(ascii: ")")), open < close,
      let processID = Int32(
        String(decoding: statLine[..<open], as: UTF8.self).filter { $0 != " " })
    else { return nil }
    let fields = statLine[(close + 1)...]
      .split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .map { String(decoding: $0, as: UTF8.self) }
    guard fields.count > 19, let parent = Int32(fields[1]), let group = Int32(fields[2]),
      let session = Int32(fields[3]), let terminal = Int32(fields[4]),
      let start = UInt64(fields[19])
    else { return nil }
    self.init(
      processID: processID, parent: parent, group: group, session: session,
      isZombie: fields[0] == "Z" || fields[0] == "X", hasTerminal: terminal != 0, start: start)
  }
}
