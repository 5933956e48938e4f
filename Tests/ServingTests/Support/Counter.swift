// Owns: a served session with its ports and the usual requests to it.

import AcceptanceModel
import FaultServer
import Serving
import StrictJSON
import Synchronization
import Testing

final class Counter {
  let session: ServingSession
  let port: Int
  let pagePort: Int
  let token = "0123456789abcdef0123456789abcdef"
  let lines: Lines

  /// What would stand on the console.
  final class Lines: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  init(_ configuration: ServingConfiguration = ServingConfiguration(spec: ServerSpec())) throws {
    let lines = Lines()
    self.lines = lines
    session = ServingSession(
      configuration,
      secrets: ServingSecrets(runKey: [UInt8](repeating: 7, count: 32), token: token),
      clock: { .zero }, settled: { lines.add($0) })
    let addresses = try session.start()
    port = try Self.port(of: addresses.endpoint)
    pagePort = try Self.port(of: addresses.api)
  }

  deinit { session.stop() }  // May have been stopped before.

  var pageURL: String { "http://127.0.0.1:\(pagePort)/?token=\(token)" }

  private static func port(of address: String) throws -> Int {
    let rest = address.dropFirst("http://127.0.0.1:".count)
    return try #require(Int(rest.prefix { $0 != "/" }))
  }

  func send(_ key: String, _ body: String = #"{"title":"Lift"}"#) -> WebAnswer? {
    WebClient.send(port, key: key, body: body)
  }

  func get(_ target: String, _ headers: [String] = []) -> WebAnswer? {
    WebClient.exchange(
      pagePort, WebClient.text("GET", target, ["Host: 127.0.0.1:\(pagePort)"] + headers))
  }

  /// A change by JSON, as a script makes it.
  @discardableResult
  func change(_ path: String, _ body: String = "", method: String = "POST") -> WebAnswer? {
    let headers =
      ["Host: 127.0.0.1:\(pagePort)", "X-Acceptance-Token: \(token)"]
      + (body.isEmpty ? [] : ["Content-Type: application/json"])
    return WebClient.exchange(pagePort, WebClient.text(method, path, headers, body))
  }

  /// A button of the page, as a browser without script presses it.
  func press(_ path: String, _ form: String = "", headers: [String] = []) -> WebAnswer? {
    let headers =
      ["Host: 127.0.0.1:\(pagePort)", "Content-Type: application/x-www-form-urlencoded"] + headers
    return WebClient.exchange(
      pagePort, WebClient.text("POST", path, headers, "token=\(token)&\(form)"))
  }

  func json(_ path: String) throws -> JSONValue {
    let answer = try #require(get(path))
    return try JSONParser.parse(Array(answer.body.utf8)).value
  }

  func requests() throws -> [JSONValue] {
    try #require(try json("/requests")["requests"]?.arrayValue)
  }

  /// Waits, by the API's own means, until it holds.
  func await(_ holds: () throws -> Bool) throws {
    for _ in 0..<1000 {
      let revision = try #require(try json("/requests")["revision"]?.intValue)
      if try holds() { return }
      _ = try json("/changes?after=\(revision)")
    }
    Issue.record("it never came true")
  }
}
