#if canImport(FoundationNetworking)

  // Re-exported, so that no other file of this module has to ask where URLSession is.
  @_exported import FoundationNetworking

  enum URLSessionPlatform {
    static func adapt(
      _ configuration: URLSessionConfiguration, usesSystemProxy: Bool, usesExpensiveNetworks: Bool
    ) {
      // Has neither of these settings; libcurl beneath it uses the environment's proxies.
    }
  }

#endif
