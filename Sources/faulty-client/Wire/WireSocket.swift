// Owns: one TCP connection with deadlines, which another thread may end. Does not own: what is
// said on it (WireExchange).

import OfflineQueue
import Synchronization
import SystemLibrary

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
  /// Takes the descriptor over.
  init(_ descriptor: Int32) {
    life = Mutex(Life(descriptor: descriptor))
  }

  /// Connects to the first of the host's addresses that answers: `localhost` has two.
  convenience init(
    to address: Endpoint, until deadline: ContinuousClock.Instant
  ) throws(WireEnd) {
    var hints = addrinfo()
    hints.ai_socktype = streamSocket
    var found: UnsafeMutablePointer<addrinfo>?
    let host = address.host.filter { $0 != "[" && $0 != "]" }
    guard getaddrinfo(host, String(address.port), &hints, &found) == 0 else {
      throw .notConnected
    }
    defer { freeaddrinfo(found) }
    var next = found
    while let candidate = next {
      if let descriptor = try Self.connected(candidate.pointee, until: deadline) {
        self.init(descriptor)
        return
      }
      next = candidate.pointee.ai_next
    }
    throw .notConnected
  }

  /// `nil` where nothing listens.
  private static func connected(
    _ address: addrinfo, until deadline: ContinuousClock.Instant
  ) throws(WireEnd) -> Int32? {
    let descriptor = open(address)
    guard descriptor >= 0 else { return nil }
    let status = connect(descriptor, address.ai_addr, address.ai_addrlen)
    guard status == 0 || errno == EINPROGRESS else {
      close(descriptor)
      return nil
    }
    guard isReady(descriptor, for: POLLOUT, until: deadline) else {
      close(descriptor)
      throw .timedOut
    }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0, code == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func open(_ address: addrinfo) -> Int32 {
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { return descriptor }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
    refuseSignals(descriptor)
    return descriptor
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
  func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(WireEnd) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let descriptor = try ready(for: POLLOUT, until: deadline)
      let count = rest.withUnsafeBytes {
        systemSend(descriptor, $0.baseAddress, $0.count)
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
    let (open, isAborted) = life.withLock { ($0.descriptor, $0.isAborted) }
    if isAborted { throw .aborted }
    guard let open else { throw .cut }
    guard Self.isReady(open, for: event, until: deadline) else {
      throw self.isAborted ? .aborted : .timedOut
    }
    return open
  }

  private static func isReady(
    _ descriptor: Int32, for event: Int32, until deadline: ContinuousClock.Instant
  ) -> Bool {
    while true {
      let left = (deadline - .now).components
      let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      if poll(&entry, 1, Int32(min(milliseconds, 60_000))) > 0 { return true }
    }
  }
}
