#if !canImport(CryptoKit)

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
