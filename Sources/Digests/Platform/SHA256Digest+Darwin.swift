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

#endif
