// Owns: one HTTP exchange with the exact bytes that a test wants, and how it ended.

import SystemLibrary
import Testing

struct WebAnswer: Equatable {
  /// `nil` where the connection ended without a status.
  let status: Int?
  /// Names in lower case.
  let headers: [String: String]
  let body: String
}

enum WebClient {
  /// Sends the request and reads until the connection ends.
  ///
  /// - Returns: `nil` where the connection was refused.
  static func exchange(_ port: Int, _ request: String) -> WebAnswer? {
    guard let descriptor = connect(port) else { return nil }
    defer { _ = close(descriptor) }
    write(request, to: descriptor)
    var bytes: [UInt8] = []
    var scratch = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &scratch, scratch.count, 0)
      guard count > 0 else { break }
      bytes += scratch[..<count]
    }
    return answer(String(decoding: bytes, as: UTF8.self))
  }

  private static func write(_ request: String, to descriptor: Int32) {
    var rest = Array(request.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
  }

  /// A request as curl writes it.
  static func send(
    _ port: Int, key: String, body: String = #"{"title":"Lift"}"#, path: String = "/items",
    headers: [String] = []
  ) -> WebAnswer? {
    exchange(port, post(port, key, body, path, headers))
  }

  /// Sends the same and leaves without its answer, once `wait` returns.
  static func sendAndLeave(_ port: Int, key: String, after wait: () throws -> Void) throws {
    let descriptor = try #require(connect(port))
    defer { _ = close(descriptor) }
    write(post(port, key, #"{"title":"Lift"}"#, "/items", []), to: descriptor)
    try wait()
  }

  private static func post(
    _ port: Int, _ key: String, _ body: String, _ path: String, _ headers: [String]
  ) -> String {
    text(
      "POST", path,
      ["Host: 127.0.0.1:\(port)", "Idempotency-Key: \(key)", "Content-Type: application/json"]
        + headers, body)
  }

  static func text(_ method: String, _ target: String, _ headers: [String], _ body: String = "")
    -> String
  {
    (["\(method) \(target) HTTP/1.1"] + headers + ["Content-Length: \(body.utf8.count)"])
      .joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  private static func answer(_ text: String) -> WebAnswer {
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    var headers: [String: String] = [:]
    for line in (parts.first ?? "").split(separator: "\r\n").dropFirst() {
      let field = line.split(separator: ":", maxSplits: 1)
      if field.count == 2 { headers[field[0].lowercased()] = String(field[1].dropFirst()) }
    }
    return WebAnswer(
      status: text.hasPrefix("HTTP/1.1 ") ? Int(text.dropFirst(9).prefix(3)) : nil,
      headers: headers, body: parts.count > 1 ? String(parts[1]) : "")
  }

  private static func connect(_ port: Int) -> Int32? {
    let descriptor = socket(AF_INET, streamSocket, 0)
    refuseSignals(descriptor)
    // Longer than any answer takes on a busy machine; a test that hangs says so.
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let status = systemConnect(descriptor, loopbackAddress(port: port))
    guard status == 0 else {
      _ = close(descriptor)
      return nil
    }
    return descriptor
  }
}
