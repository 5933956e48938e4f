#if canImport(Darwin)

  extension SocketSystem {
    /// This system.
    package static let current = SocketSystem.darwin(.system)
  }

#endif
