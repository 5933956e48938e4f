#if os(Linux)

  extension ProcessProbes {
    static let hidesSystemEnvironments = false
  }

#endif
