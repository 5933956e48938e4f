// Owns: a running server with its log, and the usual clients for it.

import AcceptanceModel
import CCurlProbe
import FaultServer
import StrictJSON
import Testing

final class Stage {
  let server: FaultServer
  let log: Log
  let port: Int

  init(
    _ faults: [PlannedFault] = [], spec: ServerSpec = ServerSpec(),
    operations: [String: String] = ["A": "marker-a"], records: RecordsPlace = .memory,
    identifySender: (@Sendable (ConnectionPorts) -> RequestSender)? = nil
  ) throws {
    let log = Log()
    self.log = log
    var configuration = FaultServerConfiguration(spec: spec, faults: faults, records: records)
    configuration.sockets = testSockets
    configuration.identifySender = identifySender
    server = FaultServer(configuration) { log.append($0) }
    port = try server.start()
    for (name, marker) in operations.sorted(by: { $0.key < $1.key }) {
      server.register(OperationName(name), marker: Marker(marker))
    }
  }

  deinit { server.stop() }

  var url: String { "http://127.0.0.1:\(port)\("/items")" }

  /// One request on a connection of its own; what came back and how the connection ended.
  func exchange(_ request: String) -> (status: Int?, body: String, end: RawClient.End) {
    guard let client = RawClient(port: port) else { return (nil, "", .reset) }
    client.send(request)
    let (bytes, end) = client.readAll()
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let status = text.hasPrefix("HTTP/1.1 ") ? Int(text.dropFirst(9).prefix(3)) : nil
    return (status, parts.count > 1 ? String(parts[1]) : "", end)
  }

  func post(
    _ body: String = #"{"m":"marker-a"}"#, key: String? = "k1"
  ) -> (status: Int?, body: String, end: RawClient.End) {
    exchange(RawClient.post(body, key: key))
  }
}

/// libcurl, as an application uses it.
final class Curl {
  private let session = ccurl_open()

  deinit { ccurl_close(session) }

  struct Answer {
    let code: Int
    let status: Int
    let body: String
    let connectionCount: Int
  }

  func post(
    _ url: String, key: String? = "k1", body: String = #"{"m":"marker-a"}"#,
    headers: [String] = [], timeoutMs: Int = 5000
  ) -> Answer {
    let pointer = UnsafeMutablePointer<ccurl_answer>.allocate(capacity: 1)
    defer { pointer.deallocate() }
    let lines = (key.map { ["Idempotency-Key: \($0)"] } ?? []) + headers
    ccurl_post(
      session, url, lines.joined(separator: "\n"), body, body.utf8.count, timeoutMs, pointer)
    let bytes = UnsafeRawBufferPointer(
      start: pointer.pointee.body, count: pointer.pointee.body_length)
    return Answer(
      code: Int(pointer.pointee.code), status: pointer.pointee.status,
      body: String(decoding: bytes, as: UTF8.self),
      connectionCount: pointer.pointee.connections)
  }
}

extension PlannedFault {
  /// A fault of the catalogue on the first send of each operation.
  static func named(
    _ name: String, _ selector: FaultSelector = .operation(nil, sends: 1...1),
    _ arguments: [String: JSONValue] = [:]
  ) throws -> PlannedFault {
    let kind = try #require(FaultCatalog.named(name))
    let (point, action) = kind.effect(FaultArguments(arguments))
    return PlannedFault(kind: name, selector: selector, point: point, action: action)
  }
}
