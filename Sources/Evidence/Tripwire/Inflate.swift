// Owns: RFC 1951 and the header of RFC 1952, as far as searching needs them: sums are not checked,
// and a damaged stream gives what came before the damage.

struct Inflate {
  /// A bomb gives no more than this.
  static let sizeLimit = 16 << 20

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  private struct Ended: Error {}

  /// - Parameter bytes: From the first byte of a member on.
  static func gzipMember(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.count > 18 else { return nil }
    let flags = bytes[bytes.startIndex + 3]
    var index = bytes.startIndex + 10
    if flags & 4 != 0 {
      index += 2 + Int(bytes[index]) + Int(bytes[index + 1]) << 8
    }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      while index < bytes.endIndex, bytes[index] != 0 { index += 1 }
      index += 1
    }
    if flags & 2 != 0 { index += 2 }
    guard index < bytes.endIndex else { return nil }
    return deflated(bytes[index...])
  }

  static func deflated(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var stream = Inflate(bytes)
    do { while try stream.block() {} } catch {
      // The end came early: what was there is searched all the same.
      return stream.output
    }
    return stream.output
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
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
    return !isLast && output.count < Self.sizeLimit
  }

  private mutating func stored() throws {
    bits = 0
    bitCount = 0
    guard index + 4 <= bytes.endIndex else { throw Ended() }
    let length = Int(bytes[index]) | Int(bytes[index + 1]) << 8
    index += 4
    let end = min(index + length, bytes.endIndex)
    output += bytes[index..<end]
    index = end
  }

  private mutating func compressed(_ literals: Huffman, _ distances: Huffman) throws {
    while output.count < Self.sizeLimit {
      let symbol = try decode(literals)
      if symbol < 256 {
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
        guard distance <= output.count else { throw Ended() }
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
