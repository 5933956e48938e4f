// Owns: a TCP server on a port of its own that does what a test says with each connection.

import Foundation
import Synchronization
import SystemLibrary

/// One accepted connection, on a thread of its own; closed when the script returns.
struct Connection {
  fileprivate let descriptor: Int32

  /// The whole request: head and as many bytes of body as its Content-Length says.
  func readRequest() -> (head: String, body: [UInt8]) {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let split = bytes.firstRange(of: end) {
        let head = String(decoding: bytes[..<split.lowerBound], as: UTF8.self)
        let length = head.lowercased().components(separatedBy: "content-length: ").dropFirst().first
          .flatMap { Int($0.prefix { $0.isNumber }) }
        let body = bytes[split.upperBound...]
        if body.count >= length ?? 0 { return (head, Array(body)) }
      }
      guard let more = read() else {
        return (String(decoding: bytes, as: UTF8.self), [])
      }
      bytes += more
    }
  }

  /// `nil` once the peer has closed.
  func read() -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    return count > 0 ? Array(chunk.prefix(count)) : nil
  }

  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  func answer(_ status: String, _ body: String = "", headers: String = "") {
    write("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
  }

  /// Makes the close at the script's end a reset.
  func resetAtEnd() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  private var noSignal: Int32 { Platform.noSignal }
}

final class LoopbackServer: Sendable {
  let port: UInt16
  private let descriptor: Int32
  private let served = Mutex(0)
  private let threads = DispatchGroup()

  var connectionCount: Int { served.withLock { $0 } }
  var url: String { "http://127.0.0.1:\(port)/items" }

  /// - Parameter script: Called with each connection and its number, from 1.
  init(_ script: @escaping @Sendable (Connection, Int) -> Void) throws {
    let descriptor = try Self.bound()
    self.descriptor = descriptor.socket
    port = descriptor.port
    guard listen(self.descriptor, 16) == 0 else { throw SocketError(errno) }
    Self.onThread(threads) { [self] in
      while true {
        let accepted = accept(self.descriptor, nil, nil)
        guard accepted >= 0 else { return }
        let number = served.withLock { served in
          served += 1
          return served
        }
        Self.onThread(threads) {
          script(Connection(descriptor: accepted), number)
          close(accepted)
        }
      }
    }
  }

  /// Returns when every thread has ended and the port is free.
  func stop() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    threads.wait()
    close(descriptor)
  }

  /// A port on which nobody listens while `body` runs: bound, so that nobody else gets it.
  static func withDeafPort<Result>(_ body: (UInt16) async throws -> Result) async throws -> Result {
    let (socket, port) = try bound()
    defer { close(socket) }
    return try await body(port)
  }

  private static func bound() throws -> (socket: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Platform.stream, 0)
    guard descriptor >= 0 else { throw SocketError(errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
      }
    }
    guard status else { throw SocketError(errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func onThread(_ group: DispatchGroup, _ work: @escaping @Sendable () -> Void) {
    group.enter()
    Thread {
      work()
      group.leave()
    }.start()
  }
}

/// What is called differently here and there.
private enum Platform {
  #if canImport(Darwin)
    static let stream = SOCK_STREAM
    /// Asked for by a socket option instead; no test writes to a closed connection there.
    static let noSignal: Int32 = 0
  #else
    static let stream = Int32(SOCK_STREAM.rawValue)
    static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}

struct SocketError: Error {
  let code: Int32
  init(_ code: Int32) { self.code = code }
}
