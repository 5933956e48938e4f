// Owns: undoing the encodings that hide a text from a plain search. Each takes all bytes of a kind
// out of its input, wherever they begin, and gives what they may have been.

package enum Decoding: String, Sendable, Hashable, CaseIterable {
  case terminalSequences = "terminal sequences"
  case percent = "percent encoding"
  case escapes = "escapes"
  case entities = "character entities"
  case hex
  case base64 = "base 64"
  case utf16 = "UTF-16"
  case gzip

  /// Whether what it reads is made of printable characters.
  var readsText: Bool {
    switch self {
    case .terminalSequences, .percent, .escapes, .entities, .hex, .base64: true
    case .utf16, .gzip: false
    }
  }

  /// Nothing where the input holds none of it. Pieces from different places are kept apart by a
  /// zero byte.
  func decoded(_ bytes: [UInt8]) -> [[UInt8]] {
    switch self {
    case .terminalSequences: bytes.contains(0x1B) ? [Self.plain(bytes)] : []
    case .percent: bytes.contains(0x25) ? [Self.unpercented(bytes)] : []
    case .escapes: bytes.contains(0x5C) ? [Self.unescaped(bytes)] : []
    case .entities: bytes.contains(0x26) ? [Self.withoutEntities(bytes)] : []
    case .hex: (0...1).map { Self.unhexed(bytes, from: $0) }
    case .base64: (0...3).map { Self.unbased(bytes, from: $0) }
    case .utf16: bytes.contains(0) ? [bytes.filter { $0 != 0 }] : []
    case .gzip: Self.unzipped(bytes)
    }
  }

  // MARK: - Text within text

  /// What is around the places that were decoded: the rest is searched as it stood already, and
  /// every further decoding would go through all of it again.
  private struct Changes {
    /// More than any encoded secret is long.
    static let reach = 400

    private(set) var bytes: [UInt8] = []
    private var places: [Int] = []

    mutating func keep(_ byte: UInt8) { bytes.append(byte) }

    mutating func decode(_ decoded: some Sequence<UInt8>) {
      places.append(bytes.count)
      bytes += decoded
    }

    var surroundings: [UInt8] {
      var result: [UInt8] = []
      var end = 0
      for place in places {
        let start = max(end, place - Self.reach)
        if start > end { result.append(0) }
        let next = min(bytes.count, place + Self.reach)
        if next > start { result += bytes[start..<next] }
        end = max(end, next)
      }
      return result
    }
  }

  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    // A sequence is short, so that pieces around the escapes hold all of it.
    var changes = Changes()
    for byte in bytes {
      if byte == 0x1B { changes.decode([byte]) } else { changes.keep(byte) }
    }
    let text = String(decoding: changes.surroundings, as: UTF8.self)
    return Array(PlainText.withoutTerminalSequences(text).utf8)
  }

  private static func unpercented(_ bytes: [UInt8]) -> [UInt8] {
    var result = Changes()
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        result.decode([high << 4 | low])
        index += 3
      } else {
        result.keep(bytes[index] == 0x2B ? 0x20 : bytes[index])
        index += 1
      }
    }
    return result.surroundings
  }

  /// `\uXXXX`, `\u{X…}`, `\xXX`, and a backslash before anything else.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var result = Changes()
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0x5C, index + 1 < bytes.count else {
        result.keep(bytes[index])
        index += 1
        continue
      }
      let kind = bytes[index + 1]
      let isBraced = index + 2 < bytes.count && bytes[index + 2] == 0x7B
      let start = index + (isBraced ? 3 : 2)
      let longest = kind == 0x78 ? 2 : isBraced ? 6 : 4
      let digits = bytes[min(start, bytes.count)...].prefix(longest).prefix { digit($0) != nil }
      if kind == 0x75 || kind == 0x78, !digits.isEmpty {
        result.decode(utf8(digits.reduce(0) { $0 << 4 | UInt32(digit($1) ?? 0) }))
        index = start + digits.count + (isBraced ? 1 : 0)
      } else {
        // `\n` ends a word, `\"` stands for itself.
        result.decode([[0x6E, 0x72, 0x74].contains(kind) ? 0x20 : kind])
        index += 2
      }
    }
    return result.surroundings
  }

  /// `&#65;`, `&#x41;` and the five names that XML knows.
  private static func withoutEntities(_ bytes: [UInt8]) -> [UInt8] {
    var result = Changes()
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x26, let end = bytes[index...].prefix(12).firstIndex(of: 0x3B),
        let scalar = entity(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
      {
        result.decode(utf8(scalar))
        index = end + 1
      } else {
        result.keep(bytes[index])
        index += 1
      }
    }
    return result.surroundings
  }

  private static func entity(_ name: String) -> UInt32? {
    switch name {
    case "amp": 0x26
    case "lt": 0x3C
    case "gt": 0x3E
    case "quot": 0x22
    case "apos": 0x27
    default:
      if name.hasPrefix("#x") || name.hasPrefix("#X") {
        UInt32(name.dropFirst(2), radix: 16)
      } else if name.hasPrefix("#") {
        UInt32(name.dropFirst())
      } else {
        nil
      }
    }
  }

  private static func utf8(_ scalar: UInt32) -> [UInt8] {
    Unicode.Scalar(scalar).map { Array(String(Character($0)).utf8) } ?? []
  }

  // MARK: - Bytes within text

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  private static func unhexed(_ bytes: [UInt8], from offset: Int) -> [UInt8] {
    runs(of: bytes, atLeast: 8, offset, digit) { run, result in
      for index in stride(from: 0, to: run.count - 1, by: 2) {
        result.append(run[index] << 4 | run[index + 1])
      }
    }
  }

  private static func unbased(_ bytes: [UInt8], from offset: Int) -> [UInt8] {
    runs(of: bytes, atLeast: 8, offset, sextet) { run, result in
      for index in stride(from: 0, to: run.count, by: 4) {
        let group = run[index..<min(index + 4, run.count)]
        guard group.count > 1 else { break }
        var value: UInt32 = 0
        for sextet in group { value = value << 6 | UInt32(sextet) }
        value <<= 6 * UInt32(4 - group.count)
        for place in 0..<(group.count - 1) {
          result.append(UInt8(truncatingIfNeeded: value >> (16 - 8 * UInt32(place))))
        }
      }
    }
  }

  /// Both alphabets.
  private static func sextet(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x47
    case 0x30...0x39: byte + 4
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }

  /// Line breaks within a run are jumped over, as MIME has them.
  private static func runs(
    of bytes: [UInt8], atLeast length: Int, _ offset: Int, _ value: (UInt8) -> UInt8?,
    _ decode: ([UInt8], inout [UInt8]) -> Void
  ) -> [UInt8] {
    var result: [UInt8] = []
    var run: [UInt8] = []
    func finish() {
      if run.count >= length {
        decode(Array(run.dropFirst(offset)), &result)
        result.append(0)
      }
      run.removeAll(keepingCapacity: true)
    }
    for byte in bytes {
      if let digit = value(byte) {
        run.append(digit)
      } else if byte != 0x0A, byte != 0x0D {
        finish()
      }
    }
    finish()
    return result
  }

  private static func unzipped(_ bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count > 18 else { return [] }
    return bytes.indices.dropLast(18).filter { index in
      bytes[index] == 0x1F && bytes[index + 1] == 0x8B && bytes[index + 2] == 8
    }.compactMap { Inflate.gzipMember(bytes[$0...]) }
  }
}
