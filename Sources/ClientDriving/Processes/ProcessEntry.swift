// Owns: one row of the process table, and reading it from a line of Linux' stat file.

struct ProcessEntry: Sendable, Hashable {
  let processID: Int32
  let parent: Int32
  let group: Int32
  let session: Int32
  let isZombie: Bool
  /// By a signal; a debugger's stop is none.
  var isStopped = false
  let hasTerminal: Bool
  let start: ProcessTable.Instant

  /// Identifies one process permanently, whereas its number alone may be reused.
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
      let processID = Self.number(statLine[..<open].dropLast())
    else { return nil }
    // No more than is needed of some fifty fields: this runs for every process of the machine.
    let fields = statLine[(close + 1)...].split(
      separator: UInt8(ascii: " "), maxSplits: 20, omittingEmptySubsequences: true)
    guard fields.count > 19, let parent = Self.number(fields[1]),
      let group = Self.number(fields[2]), let session = Self.number(fields[3]),
      let terminal = Self.number(fields[4]), let start = Self.number(fields[19])
    else { return nil }
    let state = fields[0].first
    self.init(
      processID: Int32(clamping: processID), parent: Int32(clamping: parent),
      group: Int32(clamping: group), session: Int32(clamping: session),
      isZombie: state == UInt8(ascii: "Z") || state == UInt8(ascii: "X"),
      isStopped: state == UInt8(ascii: "T"),
      hasTerminal: terminal != 0, start: UInt64(clamping: start))
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self))
  }
}
