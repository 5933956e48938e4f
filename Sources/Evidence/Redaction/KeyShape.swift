// Owns: what a key must look like to be shown where the scenario file declares its shape safe.

import AcceptanceModel

extension RedactionSpec.KeyShape {
  /// Whether the text is nothing but a key of this shape.
  func matches(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    switch self {
    case .uuid:
      // RFC 9562: 8-4-4-4-12 hex digits, in either case.
      let hyphens: Set = [8, 13, 18, 23]
      return bytes.count == 36
        && bytes.indices.allSatisfy { index in
          hyphens.contains(index) ? bytes[index] == 0x2D : Self.isHex(bytes[index])
        }
    case .ulid:
      // 26 digits of Crockford's base 32, of which the first is at most 7.
      return bytes.count == 26 && bytes.first.map { (0x30...0x37).contains($0) } == true
        && bytes.allSatisfy(Self.isCrockford)
    }
  }

  /// The bytes that a key of this shape stands for, as a text: enough to see whether it says something.
  func content(of key: String) -> String {
    let digits: [UInt8]
    switch self {
    case .uuid: digits = key.utf8.filter { $0 != 0x2D }.map(Self.value)
    case .ulid: digits = key.utf8.map(Self.value)
    }
    let width: UInt32 = self == .uuid ? 4 : 5
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    // Of a ULID's 130 bits the first two are always zero.
    var bitCount: UInt32 = self == .uuid ? 0 : 6
    for digit in digits {
      bits = bits << width | UInt32(digit)
      bitCount += width
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a digit is worth: in hex as in Crockford's base 32, which leaves out I, L, O and U.
  private static func value(_ byte: UInt8) -> UInt8 {
    guard byte > 0x39 else { return byte - 0x30 }
    let letter = byte & 0xDF
    let leftOut = "ILOU".utf8.count { $0 < letter }
    return letter - 0x37 - UInt8(leftOut)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func isCrockford(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte)
      || ((0x41...0x5A).contains(byte) && !"ILOU".utf8.contains(byte))
  }
}
