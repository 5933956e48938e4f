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
    case .terminalSequences: ByteRuns.has(0x1B, in: bytes) ? [Self.plain(bytes)] : []
    case .percent: ByteRuns.has(0x25, in: bytes) ? [Self.unpercented(bytes)] : []
    case .escapes: ByteRuns.has(0x5C, in: bytes) ? [Self.unescaped(bytes)] : []
    case .entities: ByteRuns.has(0x26, in: bytes) ? [Self.withoutEntities(bytes)] : []
    case .hex: Self.unhexed(bytes)
    case .base64: Self.unbased(bytes)
    case .utf16: ByteRuns.has(0, in: bytes) ? [ByteRuns.spread(in: bytes, atLeast: 4)] : []
    case .gzip: ByteRuns.has(0x1F, in: bytes) ? Self.unzipped(bytes) : []
    }
  }

  // MARK: - Text within text

  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    // A sequence is short, so that pieces around the escapes hold all of it.
    let pieces = DecodedText.around(0x1B, in: bytes) { _, _ in ([0x1B], 1) }
    let text = String(decoding: pieces, as: UTF8.self)
    return Array(PlainText.withoutTerminalSequences(text).utf8)
  }

  private static func unpercented(_ bytes: [UInt8]) -> [UInt8] {
    DecodedText.around(0x25, in: bytes) { bytes, index in
      guard index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      else { return nil }
      return ([high << 4 | low], 3)
    }
  }

  /// `\uXXXX`, `\u{X…}`, `\xXX`, and a backslash before anything else.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    DecodedText.around(0x5C, in: bytes) { bytes, index in
      guard index + 1 < bytes.count else { return nil }
      let kind = bytes[index + 1]
      let isBraced = index + 2 < bytes.count && bytes[index + 2] == 0x7B
      let start = index + (isBraced ? 3 : 2)
      let longest = kind == 0x78 ? 2 : isBraced ? 6 : 4
      let digits = bytes[min(start, bytes.count)...].prefix(longest).prefix { digit($0) != nil }
      guard kind == 0x75 || kind == 0x78, !digits.isEmpty else {
        // `\n` ends a word, `\"` stands for itself.
        return ([[0x6E, 0x72, 0x74].contains(kind) ? 0x20 : kind], 2)
      }
      let scalar = digits.reduce(0) { $0 << 4 | UInt32(digit($1) ?? 0) }
      return (utf8(scalar), start - index + digits.count + (isBraced ? 1 : 0))
    }
  }

  /// `&#65;`, `&#x41;` and the five names that XML knows.
  private static func withoutEntities(_ bytes: [UInt8]) -> [UInt8] {
    DecodedText.around(0x26, in: bytes) { bytes, index in
      guard let end = bytes[index...].prefix(12).firstIndex(of: 0x3B),
        let scalar = entity(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
      else { return nil }
      return (utf8(scalar), end + 1 - index)
    }
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

  /// Hex digits; what stands between them in dumps, addresses and UUIDs is jumped over.
  private static let hexDigits = ByteRuns.Alphabet { byte in
    " -:._,\n\r".utf8.contains(byte) ? ByteRuns.Alphabet.between : digit(byte)
  }

  /// Both alphabets; line breaks within a run are jumped over, as MIME has them.
  private static let base64Digits = ByteRuns.Alphabet { byte in
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x47
    case 0x30...0x39: byte + 4
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    case 0x0A, 0x0D: ByteRuns.Alphabet.between
    default: nil
    }
  }

  /// From the first digit on, and from the second.
  private static func unhexed(_ bytes: [UInt8]) -> [[UInt8]] {
    var results: [[UInt8]] = [[], []]
    ByteRuns.digits(in: bytes, of: hexDigits, atLeast: 8) { run, _ in
      run.withUnsafeBufferPointer { run in
        for offset in 0...1 {
          var index = offset
          while index &+ 1 < run.count {
            results[offset].append(run[index] &<< 4 | run[index &+ 1])
            index &+= 2
          }
          results[offset].append(0)
        }
      }
    }
    return results
  }

  /// From each of the first four digits on.
  private static func unbased(_ bytes: [UInt8]) -> [[UInt8]] {
    var results: [[UInt8]] = [[], [], [], []]
    ByteRuns.digits(in: bytes, of: base64Digits, atLeast: 8) { run, isPlain in
      // A digest or a token: letters and digits give such a run only by one chance in millions.
      guard !isPlain || run.count < 32 else { return }
      run.withUnsafeBufferPointer { run in
        for offset in 0...3 {
          var index = offset
          while index &+ 1 < run.count {
            let end = min(index &+ 4, run.count)
            var value: UInt32 = 0
            var place = index
            while place < end {
              value = value &<< 6 | UInt32(run[place])
              place &+= 1
            }
            value <<= 6 * UInt32(4 &- (end &- index))
            var shift: UInt32 = 16
            var count = end &- index &- 1
            while count > 0 {
              results[offset].append(UInt8(truncatingIfNeeded: value &>> shift))
              shift &-= 8
              count &-= 1
            }
            index &+= 4
          }
          results[offset].append(0)
        }
      }
    }
    return results
  }

  private static func unzipped(_ bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count > 18 else { return [] }
    return bytes.indices.dropLast(18).filter { index in
      bytes[index] == 0x1F && bytes[index + 1] == 0x8B && bytes[index + 2] == 8
    }.compactMap { Inflate.gzipMember(bytes[$0...]) }
  }
}
