// Owns: the smallest app with the hook: it keeps taps in a file and sends nothing.

import AcceptanceHook
import Foundation

@main struct HookedClient {
  static func main() async throws {
    let taps = Taps()
    let app = AppHook(
      name: "hooked/1",
      limits: .init(retryCapMs: 300, responseTimeoutMs: 1000, leaseMs: 2000),
      submit: { body in try await taps.add(body) },
      tasks: { await taps.list })
    switch CommandLine.arguments.dropFirst().first {
    case "lines": await AcceptanceHook.serveLines(for: app)
    case let folder?:
      try await AcceptanceHook.serveMailbox(for: app, in: URL(fileURLWithPath: folder))
    case nil: fatalError("lines, or the mailbox' folder")
    }
  }
}

private actor Taps {
  private struct Refused: Error {}

  private var bodies: [String] = []

  func add(_ body: Data) throws -> AppHook.Receipt {
    let text = String(decoding: body, as: UTF8.self)
    if text.contains("refuse") { throw Refused() }
    bodies.append(text)
    return AppHook.Receipt(task: "T-\(bodies.count)", key: "k-\(bodies.count)")
  }

  var list: [AppHook.Task] {
    bodies.indices.map {
      AppHook.Task(task: "T-\($0 + 1)", state: .pending, sends: 0, diagnosis: bodies[$0])
    }
  }
}
