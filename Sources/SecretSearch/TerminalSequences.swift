// Owns: ECMA-48's control sequences and strings in UTF-8 text, and taking them out.

package enum TerminalSequences {
  /// ESC [ … final byte, ESC ] … BEL or ESC \, and two-character escapes; their one-scalar C1 forms
  /// too.
  package static func removed(from bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch (bytes[index], next) {
      case (0x1B, 0x5B), (0xC2, 0x9B): index = afterSequence(bytes, index + 2)
      case (0x1B, 0x5D), (0x1B, 0x50), (0x1B, 0x58), (0x1B, 0x5E), (0x1B, 0x5F), (0xC2, 0x9D):
        index = afterString(bytes, index + 2)
      case (0x1B, _):
        // The escape has one character, however many bytes that has.
        index += 2
        while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
      default:
        kept.append(bytes[index])
        index += 1
      }
    }
    return kept
  }

  private static func afterSequence(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count, (0x20...0x3F).contains(bytes[index]) { index += 1 }
    if index < bytes.count, (0x40...0x7E).contains(bytes[index]) { index += 1 }
    return index
  }

  private static func afterString(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x07: return index + 1
      case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0x9C: return index + 2
      case 0x1B:
        let isEnd = index + 1 < bytes.count && bytes[index + 1] == 0x5C
        return index + (isEnd ? 2 : 1)
      default: index += 1
      }
    }
    return index
  }
}
