// Owns: the code that the guide "Simulator" shows. It is compiled; nothing calls it.

import AcceptanceHook
import Foundation

#if DEBUG
  /// Called once, as early in the app's launch as its own storage is open.
  func answerAcceptanceTests(for app: AppHook) {
    guard AcceptanceHook.endpoint != nil else { return }
    Task {
      do {
        try await AcceptanceHook.serveMailbox(for: app)
      } catch {
        NSLog("acceptance: no mailbox: \(error)")
      }
    }
  }
#endif

enum Server {
  /// The fault server where the tests started the app, else the real one.
  static var items: URL? {
    #if DEBUG
      if let endpoint = AcceptanceHook.endpoint { return endpoint }
    #endif
    return URL(string: "https://api.example.com/items")
  }
}
