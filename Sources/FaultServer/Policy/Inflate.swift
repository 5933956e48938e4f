// Owns: RFC 1951 (deflate), 1950 (zlib) and 1952 (gzip), unpacking only, checksums not verified:
// it serves to find a marker, not to keep data.

enum Inflate {
  static func gzip(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    guard bytes.count > 18, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8 else { return nil }
    let flags = bytes[3]
    var start = 10
    if flags & 4 != 0 { start += 2 + Int(bytes[10]) + Int(bytes[11]) << 8 }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      guard start < bytes.count, let end = bytes[start...].firstIndex(of: 0) else { return nil }
      start = end + 1
    }
    if flags & 2 != 0 { start += 2 }
    guard start < bytes.count else { return nil }
    return raw(Array(bytes[start...]), limit: limit)
  }

  static func zlib(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    guard bytes.count > 6, bytes[0] & 15 == 8, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0,
      bytes[1] & 32 == 0
    else { return nil }
    return raw(Array(bytes[2...]), limit: limit)
  }

  static func raw(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    var inflater = Inflater(bytes, limit: limit)
    return inflater.run() ? inflater.output : nil
  }
}

private struct Inflater {
  private let input: [UInt8]
  private let limit: Int
  private var position = 0
  private var bitBuffer = 0
  private var bitCount = 0
  private(set) var output: [UInt8] = []

  init(_ input: [UInt8], limit: Int) {
    self.input = input
    self.limit = limit
  }

  mutating func run() -> Bool {
    while true {
      guard let isLast = bits(1), let kind = bits(2) else { return false }
      let isGood =
        switch kind {
        case 0: stored()
        case 1: compressed(.fixedLiterals, .fixedDistances)
        case 2: dynamic()
        default: false
        }
      guard isGood else { return false }
      if isLast == 1 { return true }
    }
  }

  private mutating func bits(_ count: Int) -> Int? {
    while bitCount < count {
      guard position < input.count else { return nil }
      bitBuffer |= Int(input[position]) << bitCount
      position += 1
      bitCount += 8
    }
    let value = bitBuffer & ((1 << count) - 1)
    bitBuffer >>= count
    bitCount -= count
    return value
  }

  private mutating func stored() -> Bool {
    bitBuffer = 0
    bitCount = 0
    guard let length = bits(16), let inverse = bits(16), length ^ inverse == 0xFFFF,
      position + length <= input.count, output.count + length <= limit
    else { return false }
    output += input[position..<(position + length)]
    position += length
    return true
  }

  private mutating func dynamic() -> Bool {
    guard let literalCount = bits(5), let distanceCount = bits(5), let lengthCount = bits(4)
    else { return false }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var codeLengths = [Int](repeating: 0, count: 19)
    for index in 0..<(lengthCount + 4) {
      guard let length = bits(3) else { return false }
      codeLengths[order[index]] = length
    }
    let lengthCodes = HuffmanTable(codeLengths)
    let total = literalCount + 257 + distanceCount + 1
    var lengths: [Int] = []
    while lengths.count < total {
      guard let symbol = symbol(lengthCodes) else { return false }
      let (value, repeats): (Int, Int?)
      switch symbol {
      case 0..<16: (value, repeats) = (symbol, 1)
      case 16: (value, repeats) = (lengths.last ?? -1, bits(2).map { $0 + 3 })
      case 17: (value, repeats) = (0, bits(3).map { $0 + 3 })
      default: (value, repeats) = (0, bits(7).map { $0 + 11 })
      }
      guard let repeats, value >= 0, lengths.count + repeats <= total else { return false }
      lengths += [Int](repeating: value, count: repeats)
    }
    return compressed(
      HuffmanTable(Array(lengths[..<(literalCount + 257)])),
      HuffmanTable(Array(lengths[(literalCount + 257)...])))
  }

  private mutating func compressed(_ literals: HuffmanTable, _ distances: HuffmanTable) -> Bool {
    while true {
      guard let symbol = symbol(literals), output.count < limit else { return false }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return true }
      guard symbol <= 285, let extra = bits(Self.lengthExtra[symbol - 257]),
        let distanceSymbol = self.symbol(distances), distanceSymbol < 30,
        let distanceExtra = bits(distanceSymbol < 2 ? 0 : distanceSymbol / 2 - 1)
      else { return false }
      let length = Self.lengthBase[symbol - 257] + extra
      let distance = Self.distanceBase[distanceSymbol] + distanceExtra
      guard distance <= output.count, output.count + length <= limit else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func symbol(_ table: HuffmanTable) -> Int? {
    var code = 0
    for length in 1..<16 {
      guard let bit = bits(1) else { return nil }
      code = code << 1 | bit
      if let symbol = table.symbols[length << 16 | code] { return symbol }
    }
    return nil
  }

  private static let lengthBase = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
    131, 163, 195, 227, 258,
  ]
  private static let lengthExtra = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBase = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12_289, 16_385, 24_577,
  ]
}

/// Canonical codes: by length, then by symbol.
private struct HuffmanTable {
  static let fixedLiterals = HuffmanTable(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = HuffmanTable([Int](repeating: 5, count: 30))

  /// By `length << 16 | code`.
  let symbols: [Int: Int]

  init(_ lengths: [Int]) {
    var symbols: [Int: Int] = [:]
    var code = 0
    for length in 1..<16 {
      code <<= 1
      for (symbol, symbolLength) in lengths.enumerated() where symbolLength == length {
        symbols[length << 16 | code] = symbol
        code += 1
      }
    }
    self.symbols = symbols
  }
}
