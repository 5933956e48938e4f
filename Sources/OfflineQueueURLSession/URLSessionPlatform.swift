// Owns: what is set differently on Apple's systems and on Linux. The only file of this module that
// differs between platforms.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum URLSessionPlatform {
  static func adapt(
    _ configuration: URLSessionConfiguration, usesSystemProxy: Bool, usesExpensiveNetworks: Bool
  ) {
    #if canImport(FoundationNetworking)
      // Has neither of these settings; libcurl beneath it heeds the environment's proxies.
    #else
      configuration.waitsForConnectivity = false
      configuration.allowsExpensiveNetworkAccess = usesExpensiveNetworks
      configuration.allowsConstrainedNetworkAccess = usesExpensiveNetworks
      if !usesSystemProxy { configuration.connectionProxyDictionary = [:] }
    #endif
  }
}
