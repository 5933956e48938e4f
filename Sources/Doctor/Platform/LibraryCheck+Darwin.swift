#if canImport(Darwin)

  extension LibraryCheck {
    /// None: libcurl and SQLite are in the SDK, CryptoKit takes libcrypto's place.
    static let needed: [(name: String, package: String)] = []
  }

#endif
