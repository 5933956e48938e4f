// Owns: what an app's Info.plist says that a run depends on. Does not own: where it is.

import Foundation

struct AppBundle {
  let folder: String

  func findings(wanting id: String) -> [HealthFinding] {
    guard let data = FileManager.default.contents(atPath: folder + "/Info.plist") else {
      return [
        .trouble(
          "app", "there is no Info.plist in the app's bundle",
          fix: "build for the simulator (xcodebuild -sdk iphonesimulator), and name that .app in "
            + "client.app.bundle")
      ]
    }
    let list: [String: Any]?
    do {
      list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    } catch {
      list = nil
    }
    guard let list else {
      return [
        .trouble(
          "app", "the app's Info.plist cannot be read", fix: "build the app again")
      ]
    }
    guard list["CFBundleIdentifier"] as? String == id else {
      return [
        .trouble(
          "app", "the bundle's identifier is not the one in client.app.id",
          fix: "put the bundle's CFBundleIdentifier into client.app.id")
      ]
    }
    return [.fine("app", "its bundle has the identifier of client.app.id"), Self.transport(list)]
  }

  /// App Transport Security forbids http, also to loopback, unless the app asks.
  private static func transport(_ list: [String: Any]) -> HealthFinding {
    let security = list["NSAppTransportSecurity"] as? [String: Any] ?? [:]
    let exceptions = security["NSExceptionDomains"] as? [String: Any] ?? [:]
    let isAllowed =
      security["NSAllowsLocalNetworking"] as? Bool == true
      || (security["NSAllowsArbitraryLoads"] as? Bool == true
        && security["NSAllowsLocalNetworking"] == nil)
      || exceptions["127.0.0.1"] != nil
    return isAllowed
      ? .fine("ATS", "the app may speak http to loopback")
      : .trouble(
        "ATS", "App Transport Security forbids the app to speak http to 127.0.0.1",
        fix: "in the Info.plist of debug builds: NSAppTransportSecurity, NSAllowsLocalNetworking = "
          + "true")
  }
}
