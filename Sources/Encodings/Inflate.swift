// Owns: unpacking RFC 1951 (deflate), 1950 (zlib) and 1952 (gzip). Checksums are not verified: what
// is unpacked is searched, not kept.

package struct Inflate {
  /// What a packed text was.
  package struct Unpacked: Sendable {
    /// At most as many as the limit.
    package let bytes: [UInt8]
    /// Whether its end was reached: neither the input ended early nor was it damaged or too large.
    package let isComplete: Bool
  }

  private let bytes: ArraySlice<UInt8>
  private let limit: Int
  private var index: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  private struct Ended: Error {}

  /// `nil` where the bytes do not begin as gzip's do.
  ///
  /// - Parameter limit: What it may become, in bytes: a bomb becomes no more.
  package static func gzip(_ bytes: ArraySlice<UInt8>, limit: Int) -> Unpacked? {
    let start = bytes.startIndex
    guard bytes.count > 18, bytes.starts(with: [0x1F, 0x8B, 8]) else { return nil }
    let flags = bytes[start + 3]
    var index = start + 10
    if flags & 4 != 0 {
      index += 2 + Int(bytes[index]) + Int(bytes[index + 1]) << 8
    }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      while index < bytes.endIndex, bytes[index] != 0 { index += 1 }
      index += 1
    }
    if flags & 2 != 0 { index += 2 }
    return index < bytes.endIndex ? raw(bytes[index...], limit: limit) : nil
  }

  /// `nil` where the bytes do not begin as zlib's do.
  package static func zlib(_ bytes: ArraySlice<UInt8>, limit: Int) -> Unpacked? {
    let start = bytes.startIndex
    guard bytes.count > 6, bytes[start] & 15 == 8, bytes[start + 1] & 32 == 0,
      (Int(bytes[start]) << 8 | Int(bytes[start + 1])) % 31 == 0
    else { return nil }
    return raw(bytes[(start + 2)...], limit: limit)
  }

  package static func raw(_ bytes: ArraySlice<UInt8>, limit: Int) -> Unpacked {
    var stream = Inflate(bytes, limit: limit)
    do {
      while try stream.block() {}
      return Unpacked(bytes: stream.output, isComplete: stream.output.count <= limit)
    } catch {
      // The end came early: what was there is of use all the same.
      return Unpacked(bytes: stream.output, isComplete: false)
    }
  }

  private init(_ bytes: ArraySlice<UInt8>, limit: Int) {
    self.bytes = bytes
    self.limit = limit
    index = bytes.startIndex
  }

  /// `false` after the last block.
  private mutating func block() throws -> Bool {
    let isLast = try take(1) == 1
    switch try take(2) {
    case 0: try stored()
    case 1: try compressed(Self.fixedLiterals, Self.fixedDistances)
    case 2:
      let (literals, distances) = try trees()
      try compressed(literals, distances)
    default: throw Ended()
    }
    return !isLast
  }

  private mutating func stored() throws {
    bits = 0
    bitCount = 0
    guard index + 4 <= bytes.endIndex else { throw Ended() }
    let length = Int(bytes[index]) | Int(bytes[index + 1]) << 8
    let inverse = Int(bytes[index + 2]) | Int(bytes[index + 3]) << 8
    guard length ^ inverse == 0xFFFF else { throw Ended() }
    index += 4
    let end = min(index + min(length, limit - output.count), bytes.endIndex)
    output += bytes[index..<end]
    guard end - index == length else { throw Ended() }
    index = end
  }

  private mutating func compressed(_ literals: Huffman, _ distances: Huffman) throws {
    while true {
      let symbol = try decode(literals)
      if symbol < 256 {
        guard output.count < limit else { throw Ended() }
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        guard symbol - 257 < Self.lengths.count else { throw Ended() }
        let (base, extra) = Self.lengths[symbol - 257]
        let length = base + Int(try take(extra))
        let code = try decode(distances)
        guard code < Self.distances.count else { throw Ended() }
        let distance = Self.distances[code].base + Int(try take(Self.distances[code].extra))
        guard distance <= output.count, output.count + length <= limit else { throw Ended() }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
  }

  private mutating func trees() throws -> (Huffman, Huffman) {
    let literalCount = Int(try take(5)) + 257
    let distanceCount = Int(try take(5)) + 1
    let codeCount = Int(try take(4)) + 4
    var codeLengths = [Int](repeating: 0, count: 19)
    for place in Self.codeOrder.prefix(codeCount) { codeLengths[place] = Int(try take(3)) }
    let codes = Huffman(codeLengths)
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      switch try decode(codes) {
      case 16:
        guard let last = lengths.last else { throw Ended() }
        lengths += [Int](repeating: last, count: 3 + Int(try take(2)))
      case 17: lengths += [Int](repeating: 0, count: 3 + Int(try take(3)))
      case 18: lengths += [Int](repeating: 0, count: 11 + Int(try take(7)))
      case let length: lengths.append(length)
      }
    }
    let both = lengths.prefix(literalCount + distanceCount)
    return (Huffman(Array(both.prefix(literalCount))), Huffman(Array(both.dropFirst(literalCount))))
  }

  private mutating func take(_ count: Int) throws -> UInt32 {
    while bitCount < count {
      guard index < bytes.endIndex else { throw Ended() }
      bits |= UInt32(bytes[index]) << UInt32(bitCount)
      index += 1
      bitCount += 8
    }
    let value = bits & ((1 << UInt32(count)) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return value
  }

  private mutating func decode(_ tree: Huffman) throws -> Int {
    var code = 0
    var first = 0
    var offset = 0
    for length in 1...15 {
      code |= Int(try take(1))
      let count = tree.counts[length]
      if code - count < first { return tree.symbols[offset + code - first] }
      offset += count
      first = (first + count) << 1
      code <<= 1
    }
    throw Ended()
  }

  /// A canonical code, as counts by length and symbols in order.
  private struct Huffman {
    var counts = [Int](repeating: 0, count: 16)
    let symbols: [Int]

    init(_ lengths: [Int]) {
      for length in lengths where length > 0 { counts[min(length, 15)] += 1 }
      symbols = lengths.indices.filter { lengths[$0] > 0 }
        .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }
  }

  private static let codeOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private static let fixedLiterals = Huffman(
    [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
      + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8))

  private static let fixedDistances = Huffman([Int](repeating: 5, count: 30))

  private static let lengths: [(base: Int, extra: Int)] = [
    (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1),
    (17, 1), (19, 2), (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4),
    (83, 4), (99, 4), (115, 4), (131, 5), (163, 5), (195, 5), (227, 5), (258, 0),
  ]

  private static let distances: [(base: Int, extra: Int)] = [
    (1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (7, 1), (9, 2), (13, 2), (17, 3), (25, 3), (33, 4),
    (49, 4), (65, 5), (97, 5), (129, 6), (193, 6), (257, 7), (385, 7), (513, 8), (769, 8),
    (1025, 9), (1537, 9), (2049, 10), (3073, 10), (4097, 11), (6145, 11), (8193, 12), (12289, 12),
    (16385, 13), (24577, 13),
  ]
}
