// Owns: undoing the encodings that hide a text from a plain search. Each takes all bytes of a kind
// out of its input, wherever they begin, and gives what they may have been.

import Encodings

extension SecretEncoding {
  /// Nothing where the input holds none of it, and where the encoding is known by its forms alone.
  /// Pieces from different places are kept apart by `ByteClass.separator`.
  func decoded(_ bytes: [UInt8]) -> [[UInt8]] {
    switch self {
    case .backwards, .numbers: []
    case .terminalSequences: Self.withoutSequences(bytes)
    case .percent: ByteRuns.has(0x25, in: bytes) ? [Self.unpercented(bytes)] : []
    case .quotedPrintable: ByteRuns.has(0x3D, in: bytes) ? [Self.unquoted(bytes)] : []
    case .escapes: ByteRuns.has(0x5C, in: bytes) ? [Self.unescaped(bytes)] : []
    case .entities: ByteRuns.has(0x26, in: bytes) ? [Self.withoutEntities(bytes)] : []
    case .hex: ByteRuns.decoded(bytes, Self.hexDigits, bits: 4, atLeast: 16)
    case .base64: ByteRuns.decoded(bytes, Self.base64Digits, bits: 6, atLeast: 11)
    case .base32: ByteRuns.decoded(bytes, Self.base32Digits, bits: 5, atLeast: 16)
    case .dump: DumpText.columns(in: bytes)
    case .compression: Self.unpacked(bytes)
    }
  }

  // MARK: - Text within text

  private static func withoutSequences(_ bytes: [UInt8]) -> [[UInt8]] {
    // A sequence is short, so that pieces around the escapes hold all of it.
    [0x1B, 0x9B, 0x9D].filter { ByteRuns.has($0, in: bytes) }.map { mark in
      let pieces = DecodedText.around(mark, in: bytes) { _, _ in ([mark], 1) }
      return TerminalSequences.removed(from: pieces)
    }
  }

  private static func unpercented(_ bytes: [UInt8]) -> [UInt8] {
    DecodedText.around(0x25, in: bytes) { bytes, index in
      hexByte(bytes, index + 1).map { ([$0], 3) }
    }
  }

  /// `=NN`, and `=` before a line's end.
  private static func unquoted(_ bytes: [UInt8]) -> [UInt8] {
    DecodedText.around(0x3D, in: bytes) { bytes, index in
      if let byte = hexByte(bytes, index + 1) { return ([byte], 3) }
      let end = bytes[(index + 1)...].prefix(2)
      if end.first == 0x0A { return ([], 2) }
      return end.elementsEqual([0x0D, 0x0A]) ? ([], 3) : nil
    }
  }

  private static func hexByte(_ bytes: [UInt8], _ index: Int) -> UInt8? {
    guard index + 1 < bytes.count, let high = ByteClass.hexDigit(bytes[index]),
      let low = ByteClass.hexDigit(bytes[index + 1])
    else { return nil }
    return high << 4 | low
  }

  /// `\uXXXX`, `\u{X…}`, `\UXXXXXXXX`, `\xXX`, `\NNN`, and a backslash before anything else.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    DecodedText.around(0x5C, in: bytes) { bytes, index in
      guard index + 1 < bytes.count else { return nil }
      let kind = bytes[index + 1]
      switch kind {
      case 0x75: return number(bytes, index, longest: 4)
      case 0x55: return number(bytes, index, longest: 8)
      case 0x78: return number(bytes, index, longest: 2)
      case 0x30...0x37:
        let digits = bytes[(index + 1)...].prefix(3).prefix { (0x30...0x37).contains($0) }
        let value = digits.reduce(0) { $0 << 3 | UInt32($1 & 7) }
        return (utf8(value), 1 + digits.count)
      case 0x6E, 0x72: return ([0x0A], 2)
      case 0x74: return ([0x20], 2)
      case 0x65: return ([0x1B], 2)
      default: return ([kind], 2)
      }
    }
  }

  /// The hex digits of an escape, with or without braces.
  private static func number(_ bytes: [UInt8], _ index: Int, longest: Int) -> ([UInt8], Int) {
    let isBraced = index + 2 < bytes.count && bytes[index + 2] == 0x7B
    let start = index + (isBraced ? 3 : 2)
    let digits = bytes[min(start, bytes.count)...].prefix(isBraced ? 8 : longest)
      .prefix { ByteClass.hexDigit($0) != nil }
    guard !digits.isEmpty else { return ([bytes[index + 1]], 2) }
    let scalar = digits.reduce(0) { $0 << 4 | UInt32(ByteClass.hexDigit($1) ?? 0) }
    return (utf8(scalar), start - index + digits.count + (isBraced ? 1 : 0))
  }

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

  /// Hex digits; what is between them in dumps, addresses and UUIDs is skipped.
  private static let hexDigits = ByteRuns.Alphabet { byte in
    " -:._,;\t\n\r".utf8.contains(byte) ? ByteRuns.Alphabet.between : ByteClass.hexDigit(byte)
  }

  /// Both alphabets; line breaks within a run are skipped, as MIME has them.
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

  private static let base32Digits = ByteRuns.Alphabet { byte in
    switch ByteClass.folded(byte) {
    case 0x61...0x7A: ByteClass.folded(byte) - 0x61
    case 0x32...0x37: byte - 0x18
    case 0x0A, 0x0D: ByteRuns.Alphabet.between
    default: nil
    }
  }

  // MARK: - Packed bytes

  /// What one packed text may become.
  private static let unpackedLimit = 16 << 20

  private static func unpacked(_ bytes: [UInt8]) -> [[UInt8]] {
    let gzips = places(of: 0x1F, before: [0x8B], in: bytes)
      .compactMap { Inflate.gzip(bytes[$0...], limit: unpackedLimit)?.bytes }
    let zlibs = places(of: 0x78, before: [0x01, 0x5E, 0x9C, 0xDA], in: bytes)
      .compactMap { Inflate.zlib(bytes[$0...], limit: unpackedLimit)?.bytes }
    return gzips + zlibs
  }

  private static func places(of first: UInt8, before second: [UInt8], in bytes: [UInt8]) -> [Int] {
    var places: [Int] = []
    var start = 0
    while let place = ByteRuns.next(first, in: bytes, from: start), place + 1 < bytes.count {
      if second.contains(bytes[place + 1]) { places.append(place) }
      start = place + 1
    }
    return places
  }
}
