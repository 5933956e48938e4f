// Owns: a client that writes and reads exact bytes, and sees how the connection ended.

import SystemLibrary

final class RawClient {
  enum End: Equatable {
    case fin
    case reset
    case timedOut
  }

  private var descriptor: Int32

  /// `nil` where the connection was refused.
  ///
  /// - Parameter receiveBuffer: Bytes that wait unread at most, about; `nil`: the system's default.
  init?(port: Int, receiveBuffer: Int32? = nil) {
    descriptor = testSockets.calls.open()
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if var size = receiveBuffer {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    let status = testSockets.calls.connect(descriptor, port)
    if status != 0 {
      close()
      return nil
    }
  }

  deinit { close() }

  func close() {
    guard descriptor >= 0 else { return }
    testSockets.calls.close(descriptor)
    descriptor = -1
  }

  /// The server sees that the client has left, while the client goes on reading.
  func shutDownWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes as much as the system takes at once.
  ///
  /// - Returns: How many of the bytes have reached the other side's system.
  func push(_ bytes: [UInt8]) -> Int {
    // Not by MSG_DONTWAIT, which Darwin does not heed for sending.
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    defer { _ = fcntl(descriptor, F_SETFL, flags) }
    let taken = systemSend(descriptor, bytes, bytes.count)
    return taken - (unconfirmedByteCount(descriptor) ?? 0)
  }

  /// Reads until the connection ends.
  func readAll() -> (bytes: [UInt8], end: End) { read { _ in false } }

  /// Reads until the connection ends, or `isEnough`; `end` is `nil` in that case.
  func read(_ count: Int) -> [UInt8] { read { $0.count >= count }.bytes }

  /// One whole answer by its Content-Length, or what came of it before the end; no byte of the next.
  func readAnswer() -> [UInt8] {
    var bytes: [UInt8] = []
    var bodyBytesLeft: Int?
    while bodyBytesLeft != 0 {
      var byte: UInt8 = 0
      guard recv(descriptor, &byte, 1, 0) == 1 else { break }
      bytes.append(byte)
      if let left = bodyBytesLeft {
        bodyBytesLeft = left - 1
      } else if bytes.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A] {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        let length = lines.first { $0.hasPrefix("Content-Length: ") }?.dropFirst(16)
        bodyBytesLeft = length.flatMap { Int($0) } ?? 0
      }
    }
    return bytes
  }

  private func read(until isEnough: ([UInt8]) -> Bool) -> (bytes: [UInt8], end: End) {
    var bytes: [UInt8] = []
    var scratch = [UInt8](repeating: 0, count: 65_536)
    while !isEnough(bytes) {
      let count = recv(descriptor, &scratch, scratch.count, 0)
      if count > 0 {
        bytes += scratch[..<count]
      } else if count == 0 {
        return (bytes, .fin)
      } else if errno == ECONNRESET {
        return (bytes, .reset)
      } else if errno != EINTR {
        return (bytes, .timedOut)
      }
    }
    return (bytes, .timedOut)
  }

  /// A request as a plain client writes it.
  static func post(
    _ body: String, key: String?, path: String = "/items", method: String = "POST",
    headers: [String] = []
  ) -> String {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"]
    if let key { lines.append("Idempotency-Key: \(key)") }
    lines += headers
    lines.append("Content-Length: \(body.utf8.count)")
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }
}

/// Whether a stranger, who does not ask to share, can take the port.
func strangerCanBind(_ port: Int) -> Bool {
  let descriptor = socket(AF_INET, streamSocket, 0)
  defer { systemClose(descriptor) }
  return systemBind(descriptor, loopbackAddress(port: port)) == 0
}
