// Owns: the body's bytes out of the connection's bytes, by length or by chunks.

/// Takes bytes as they come; says when the body is whole.
struct BodyReader: Sendable {
  enum Progress: Sendable, Hashable {
    case more
    case whole
    case malformed(status: Int)
  }

  /// Larger bodies are answered 413: nothing that a person writes comes near.
  static let limit = 16 * 1024 * 1024
  private static let chunkLineLimit = 1024
  private static let trailerLimit = 16_384

  private enum State {
    case counted(left: Int)
    case chunkSize
    case chunk(left: Int)
    case chunkEnd
    case trailer(bytes: Int)
    case whole
  }

  private(set) var body: [UInt8] = []
  private var state: State

  init(_ framing: RequestHead.Framing) {
    switch framing {
    case .length(let length): state = length == 0 ? .whole : .counted(left: length)
    case .chunked: state = .chunkSize
    }
  }

  var isWhole: Bool {
    if case .whole = state { true } else { false }
  }

  /// Moves what belongs to this body out of `buffer`; stops once it holds `byteLimit` body bytes.
  mutating func take(from buffer: inout [UInt8], upTo byteLimit: Int = .max) -> Progress {
    if case .counted(let left) = state, body.isEmpty, left <= buffer.count,
      left <= min(byteLimit, Self.limit)
    {
      takeWhole(left, from: &buffer)
      return .whole
    }
    var rest = buffer[...]
    defer { buffer.removeFirst(buffer.count - rest.count) }
    while true {
      if body.count > Self.limit { return .malformed(status: 413) }
      switch state {
      case .whole: return .whole
      case .counted(let left):
        guard left <= Self.limit else { return .malformed(status: 413) }
        let count = move(left, from: &rest, byteLimit: byteLimit)
        state = left == count ? .whole : .counted(left: left - count)
        if left > count { return .more }
      case .chunkSize:
        guard let line = line(from: &rest) else {
          return rest.count > Self.chunkLineLimit ? .malformed(status: 400) : .more
        }
        guard let size = Self.chunkSize(line) else { return .malformed(status: 400) }
        guard size <= Self.limit else { return .malformed(status: 413) }
        state = size == 0 ? .trailer(bytes: 0) : .chunk(left: size)
      case .chunk(let left):
        let count = move(left, from: &rest, byteLimit: byteLimit)
        state = left == count ? .chunkEnd : .chunk(left: left - count)
        if left > count { return .more }
      case .chunkEnd:
        guard rest.count >= 2 else { return .more }
        guard rest.starts(with: [0x0D, 0x0A]) else { return .malformed(status: 400) }
        rest = rest.dropFirst(2)
        state = .chunkSize
      case .trailer(let bytes):
        guard let line = line(from: &rest) else {
          return rest.count > Self.trailerLimit ? .malformed(status: 431) : .more
        }
        guard bytes + line.count <= Self.trailerLimit else { return .malformed(status: 431) }
        state = line.isEmpty ? .whole : .trailer(bytes: bytes + line.count)
      }
    }
  }

  /// Nearly every body: it is there when its head is.
  private mutating func takeWhole(_ count: Int, from buffer: inout [UInt8]) {
    body = Array(buffer[..<count])
    buffer.removeFirst(count)
    state = .whole
  }

  private mutating func move(
    _ wanted: Int, from rest: inout ArraySlice<UInt8>, byteLimit: Int
  ) -> Int {
    let count = min(wanted, rest.count, max(byteLimit - body.count, 0))
    body += rest.prefix(count)
    rest = rest.dropFirst(count)
    return count
  }

  private func line(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard let end = rest.firstIndex(of: 0x0A), end > rest.startIndex, rest[end - 1] == 0x0D
    else { return nil }
    let line = Array(rest[rest.startIndex..<(end - 1)])
    rest = rest[(end + 1)...]
    return line
  }

  private static func chunkSize(_ line: [UInt8]) -> Int? {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }
    guard (1...8).contains(digits.count) else { return nil }
    var size = 0
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue, digit < 128
      else { return nil }
      size = size << 4 | value
    }
    return size
  }
}
