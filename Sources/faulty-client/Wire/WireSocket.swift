// Owns: one TCP connection with deadlines, which another thread may end. Does not own: what is
// said on it (WireExchange).

import OfflineQueue
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

enum WireEnd: Error {
  case notConnected, timedOut, cut, malformed, aborted

  var failure: TransportFailure {
    switch self {
    case .notConnected: .notConnected
    case .timedOut: .timedOut
    case .cut: .cut
    case .malformed: .malformed
    case .aborted: .aborted
    }
  }
}

/// Used by one thread; `abort` comes from any.
final class WireSocket: Sendable {
  private struct Life {
    /// `nil` once it is closed.
    var descriptor: Int32?
    var isAborted = false
  }

  private let life: Mutex<Life>
  /// Whether it has carried a request before: the server may have closed it since.
  let isUsed: Bool

  /// Takes the descriptor over.
  init(_ descriptor: Int32, isUsed: Bool) {
    life = Mutex(Life(descriptor: descriptor))
    self.isUsed = isUsed
  }

  /// Connects, with the deadline checked later, at the first byte.
  convenience init(to address: HTTPAddress) throws(WireEnd) {
    var hints = addrinfo()
    #if canImport(Darwin)
      hints.ai_socktype = SOCK_STREAM
    #else
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    let host = address.host.filter { $0 != "[" && $0 != "]" }
    guard getaddrinfo(host, String(address.port), &hints, &found) == 0, let found else {
      throw .notConnected
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(
      found.pointee.ai_family, found.pointee.ai_socktype, found.pointee.ai_protocol)
    guard descriptor >= 0 else { throw .notConnected }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    let status = connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen)
    guard status == 0 || errno == EINPROGRESS else {
      close(descriptor)
      throw .notConnected
    }
    self.init(descriptor, isUsed: false)
  }

  /// Ends whatever waits on it; the descriptor is closed by its user.
  func abort() {
    life.withLock { life in
      life.isAborted = true
      if let descriptor = life.descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  /// - Returns: The descriptor, no longer this object's; `nil` where it is closed or aborted.
  func release() -> Int32? {
    life.withLock { life in
      guard !life.isAborted else { return nil }
      defer { life.descriptor = nil }
      return life.descriptor
    }
  }

  func end() {
    life.withLock { life in
      if let descriptor = life.descriptor { close(descriptor) }
      life.descriptor = nil
    }
  }

  deinit { end() }
}

// MARK: - Bytes

extension WireSocket {
  /// Returns when the connection stands.
  func awaitConnection(until deadline: ContinuousClock.Instant) throws(WireEnd) {
    guard !isUsed else { return }
    let descriptor = try ready(for: POLLOUT, until: deadline)
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0, code == 0 else {
      throw isAborted ? .aborted : .notConnected
    }
  }

  func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(WireEnd) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let descriptor = try ready(for: POLLOUT, until: deadline)
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Self.noSignal)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EAGAIN && errno != EINTR {
        throw isAborted ? .aborted : .cut
      }
    }
  }

  /// - Returns: At least one byte; empty at the end of what the server sends.
  func read(until deadline: ContinuousClock.Instant) throws(WireEnd) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let descriptor = try ready(for: POLLIN, until: deadline)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count > 0 { return Array(chunk.prefix(count)) }
      if isAborted { throw .aborted }
      if count == 0 { return [] }
      guard errno == EAGAIN || errno == EINTR else { throw .cut }
    }
  }

  private var isAborted: Bool { life.withLock { $0.isAborted } }

  /// - Returns: The descriptor, ready or failed.
  private func ready(
    for event: Int32, until deadline: ContinuousClock.Instant
  ) throws(WireEnd) -> Int32 {
    while true {
      let (open, isAborted) = life.withLock { ($0.descriptor, $0.isAborted) }
      if isAborted { throw .aborted }
      guard let open else { throw .cut }
      let left = (deadline - .now).components
      let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { throw .timedOut }
      var entry = pollfd(fd: open, events: Int16(event), revents: 0)
      if poll(&entry, 1, Int32(min(milliseconds, 60_000))) > 0 { return open }
    }
  }

  #if canImport(Darwin)
    private static let noSignal: Int32 = 0
  #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
