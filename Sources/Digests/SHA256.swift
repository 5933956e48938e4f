// Owns: SHA-256 and HMAC-SHA256. The only file that knows which library computes them:
// libcrypto on Linux, CryptoKit on Apple's systems (compiled there by readers' eyes only so far).

#if canImport(CryptoKit)
  import CryptoKit

  package enum SHA256Digest {
    package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      Array(CryptoKit.SHA256.hash(data: Array(bytes)))
    }

    package static func authenticate(_ bytes: some Sequence<UInt8>, key: [UInt8]) -> [UInt8] {
      let code = HMAC<CryptoKit.SHA256>.authenticationCode(
        for: Array(bytes), using: SymmetricKey(data: key))
      return Array(code)
    }
  }
#else
  import CLibCrypto

  /// SHA-256 as libcrypto keeps it: looked up once, because looking it up costs more than a digest of
  /// a short text. `@unchecked`: libcrypto never changes what it points at.
  private struct Algorithm: @unchecked Sendable {
    static let sha256 = Algorithm(pointer: EVP_MD_fetch(nil, "SHA256", nil))

    let pointer: OpaquePointer?
  }

  package enum SHA256Digest {
    /// The 32 bytes of SHA-256.
    package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      let bytes = Array(bytes)
      var digest = [UInt8](repeating: 0, count: 32)
      var length: UInt32 = 0
      let status = EVP_Digest(bytes, bytes.count, &digest, &length, Algorithm.sha256.pointer, nil)
      precondition(status == 1 && length == 32, "EVP_Digest gave \(status), \(length) bytes")
      return digest
    }

    /// The 32 bytes of HMAC-SHA256 under `key`, which may have any length.
    package static func authenticate(_ bytes: some Sequence<UInt8>, key: [UInt8]) -> [UInt8] {
      let bytes = Array(bytes)
      var code = [UInt8](repeating: 0, count: 32)
      var length: UInt32 = 0
      let result = HMAC(
        EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, &length)
      precondition(result != nil && length == 32, "HMAC gave \(length) bytes")
      return code
    }
  }
#endif

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
