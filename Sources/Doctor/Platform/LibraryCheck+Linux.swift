#if os(Linux)

  extension LibraryCheck {
    /// Name for pkg-config, and the package that brings it on Debian and Ubuntu.
    static let needed: [(name: String, package: String)] = [
      ("libcurl", "libcurl4-openssl-dev"), ("sqlite3", "libsqlite3-dev"),
      ("libcrypto", "libssl-dev"), ("zlib", "zlib1g-dev"),
    ]
  }

#endif
