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
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
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
}

final class LoopbackServer: Sendable {
  let port: UInt16
  private let descriptor: Int32
  private let served = Mutex(0)
  private let isStopping = Mutex(false)
  private let threads = DispatchGroup()

  var connectionCount: Int { served.withLock { $0 } }
  var url: String { "http://127.0.0.1:\(port)/items" }

  /// - Parameter script: Called with each connection and its number, from 1.
  init(_ script: @escaping @Sendable (Connection, Int) -> Void) throws {
    let descriptor = try Self.bound()
    self.descriptor = descriptor.socket
    port = descriptor.port
    refuseSignals(self.descriptor)
    guard listen(self.descriptor, 16) == 0 else { throw SocketError(errno) }
    Self.onThread(threads) { [self] in
      while true {
        let accepted = accept(self.descriptor, nil, nil)
        guard accepted >= 0 else { return }
        guard !isStopping.withLock({ $0 }) else {
          systemClose(accepted)
          return
        }
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
    // A connection of our own wakes the thread that accepts. On Linux shutdown(2) of the listener would do
    // so, but Darwin gives ENOTCONN for it and wakes nobody.
    isStopping.withLock { $0 = true }
    let caller = socket(AF_INET, streamSocket, 0)
    _ = systemConnect(caller, loopbackAddress(port: Int(port)))
    threads.wait()
    systemClose(caller)
    systemClose(descriptor)
  }

  /// A port on which nobody listens while `body` runs, and that nobody else is given: a connection holds it
  /// whose listener is closed. A socket that is bound and does not listen would do on Linux, but Darwin drops
  /// connections to it instead of refusing them.
  static func withDeafPort<Result>(_ body: (UInt16) async throws -> Result) async throws -> Result {
    let (listener, port) = try bound()
    guard listen(listener, 1) == 0 else { throw SocketError(errno) }
    let near = socket(AF_INET, streamSocket, 0)
    guard systemConnect(near, loopbackAddress(port: Int(port))) == 0 else {
      throw SocketError(errno)
    }
    let far = accept(listener, nil, nil)
    systemClose(listener)
    defer { for end in [near, far] { systemClose(end) } }
    return try await body(port)
  }

  private static func bound() throws -> (socket: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, streamSocket, 0)
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

struct SocketError: Error {
  let code: Int32
  init(_ code: Int32) { self.code = code }
}
