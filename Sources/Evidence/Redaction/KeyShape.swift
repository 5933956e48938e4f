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
      // 26 digits of Crockford's base 32; the first is at most 7.
      return bytes.count == 26 && bytes.first.map { (0x30...0x37).contains($0) } == true
        && bytes.allSatisfy(Self.isCrockford)
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func isCrockford(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte)
      || ((0x41...0x5A).contains(byte) && !"ILOU".utf8.contains(byte))
  }
}
