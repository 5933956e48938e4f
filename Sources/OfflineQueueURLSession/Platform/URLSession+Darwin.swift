#if !canImport(FoundationNetworking)

  import Foundation

  enum URLSessionPlatform {
    static func adapt(
      _ configuration: URLSessionConfiguration, usesSystemProxy: Bool, usesExpensiveNetworks: Bool
    ) {
      configuration.waitsForConnectivity = false
      configuration.allowsExpensiveNetworkAccess = usesExpensiveNetworks
      configuration.allowsConstrainedNetworkAccess = usesExpensiveNetworks
      if !usesSystemProxy { configuration.connectionProxyDictionary = [:] }
    }
  }

#endif
