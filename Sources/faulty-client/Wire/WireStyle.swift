// Owns: how a send may look on the wire, as values.

import OfflineQueue

struct WireStyle: Sendable {
  enum Framing: Sendable { case contentLength, chunked }

  enum Connections: Sendable {
    case onePerSend
    /// Used again for the next send while the server leaves them open.
    case keptAlive
  }

  var method = "POST"
  /// The header line with the key; `nil` leaves it out.
  var keyLine: @Sendable (IdempotencyKey) -> String?
  /// Further header lines, asked for each send.
  var moreLines: @Sendable (WriteRequest) -> [String] = { _ in [] }
  var framing = Framing.contentLength
  var connections = Connections.onePerSend
  /// Waits for `100 Continue` before the body, but not for long.
  var expectsContinue = false
  /// A 2xx whose body did not come whole is handed on as a success: a fault.
  var takesCutAnswers = false
  /// As some transports do: where the connection ends without a byte of an answer, the very same
  /// request goes out once more on a fresh one.
  var resends = false
}

/// One request, all its text in place.
struct WireForm: Sendable {
  var method: String
  var address: Endpoint
  var lines: [String] = []
  /// `nil` for a request without a body.
  var body: [UInt8]?
  var framing = WireStyle.Framing.contentLength
  var expectsContinue = false

  init(
    method: String, address: Endpoint, lines: [String] = [], body: [UInt8]? = nil
  ) {
    self.method = method
    self.address = address
    self.lines = lines
    self.body = body
  }

  func head(isKeptAlive: Bool) -> [UInt8] {
    var all = ["\(method) \(address.target) HTTP/1.1", "Host: \(address.host):\(address.port)"]
    all += lines
    if let body {
      switch framing {
      case .contentLength: all.append("Content-Length: \(body.count)")
      case .chunked: all.append("Transfer-Encoding: chunked")
      }
      if expectsContinue { all.append("Expect: 100-continue") }
    }
    if !isKeptAlive { all.append("Connection: close") }
    return Array((all.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// The body as it goes out; empty where there is none.
  var framedBody: [UInt8] {
    guard let body else { return [] }
    switch framing {
    case .contentLength: return body
    case .chunked:
      // Uneven sizes, so that no reader gets by with one chunk.
      var bytes: [UInt8] = []
      var rest = body[...]
      while !rest.isEmpty {
        let chunk = rest.prefix(1_000 + rest.count % 7)
        rest = rest.dropFirst(chunk.count)
        bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [0x0D, 0x0A]
      }
      return bytes + Array("0\r\n\r\n".utf8)
    }
  }
}
