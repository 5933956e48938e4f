// Owns: SHA-256 and HMAC-SHA256: libcrypto computes them on Linux, CryptoKit on Apple's systems
// (`Platform/`).

extension SHA256Digest {
  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Lower-case hex, two digits a byte.
  package static func hex(_ bytes: some Sequence<UInt8>) -> String {
    // One array, then plain loops: this runs for every request of the fault server.
    let bytes = Array(bytes)
    return String(unsafeUninitializedCapacity: bytes.count * 2) { text in
      for index in bytes.indices {
        text[2 * index] = digit(bytes[index] >> 4)
        text[2 * index + 1] = digit(bytes[index] & 15)
      }
      return bytes.count * 2
    }
  }
}
