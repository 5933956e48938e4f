// Owns: one accepted socket: reading, writing and ending it, always with a way out.
// Does not own: what is read or written (ConnectionHandler).

/// Used by one thread only.
final class Connection {
  enum Reading: Sendable, Hashable {
    case bytes
    case end
    /// The server, or the listener, is coming down.
    case woken
    case timedOut
  }

  enum Writing: Sendable, Hashable {
    case written
    case peerGone
    case woken
  }

  enum Ending: Sendable, Hashable {
    case reset
    /// FIN, then what still comes is read away, so that no reset overtakes the answer.
    case finish
    /// A plain close. Where bytes are unread Linux sends a reset, Darwin FIN.
    case close
  }

  /// How long a peer may take to close after our FIN, or to take over the last bytes before a
  /// reset. Loopback needs up to 40 ms, the delay of a confirmation.
  static let drainLimit: Duration = .seconds(2)

  /// What a peer may send after our FIN.
  static let drainByteLimit = 64 * 1024 * 1024

  let descriptor: Int32
  let connectionGroup: ConnectionGroup
  var sockets: Sockets { connectionGroup.sockets }
  /// Bytes that were read and not yet used.
  var buffer: [UInt8] = []
  /// Bytes that were written since the peer's system was last known to have all.
  private var unprovenByteCount = 0
  /// So little has room in any socket, whether or not the peer reads.
  private static let smallByteCount = 2048
  /// A new connection's first bytes are nearly always there before its thread is.
  private var isNew = true
  /// On the stack: a thousand connections that wait must not hold a thousand buffers.
  private static let chunkBytes = 8192

  init(descriptor: Int32, connectionGroup: ConnectionGroup) {
    self.descriptor = descriptor
    self.connectionGroup = connectionGroup
  }

  /// Adds at least one byte to `buffer`, or says why not.
  ///
  /// - Parameter isIdle: Whether the listener's closing ends the wait.
  func read(within limit: Duration, isIdle: Bool = false) -> Reading {
    let deadline = ContinuousClock.now + limit
    let idleEnd = isIdle ? connectionGroup.closeIdle : nil
    while true {
      if isNew, case .bytes = receive() { return .bytes }
      let end = PollWait.wait(
        descriptor, on: sockets, for: .readable, wakes: connectionGroup.end, idleEnd,
        until: deadline)
      switch end {
      case .woken: return .woken
      case .timedOut: return .timedOut
      case .ready, .peerGone: break
      }
      switch receive() {
      case .bytes: return .bytes
      case .end, .failed: return .end
      case .wouldBlock: continue
      }
    }
  }

  /// What is there now, without waiting, added to `buffer`.
  func receive() -> Received {
    isNew = false
    return withUnsafeTemporaryAllocation(byteCount: Self.chunkBytes, alignment: 16) { chunk in
      let received = sockets.receive(descriptor, into: chunk)
      if case .bytes(let count) = received {
        buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      }
      return received
    }
  }

  /// Empty lines before a request line are skipped (RFC 9112, 2.2).
  func skipEmptyLines() {
    let count = buffer.prefix { $0 == 0x0D || $0 == 0x0A }.count
    // A CR alone may be half of a line's end.
    let isWhole = count == 0 || buffer[count - 1] == 0x0A
    if count > 0 { buffer.removeFirst(isWhole ? count : count - 1) }
  }

  func write(_ bytes: ArraySlice<UInt8>, moreFollows: Bool = false) -> Writing {
    var rest = bytes
    while !rest.isEmpty {
      guard let count = sockets.send(descriptor, rest, moreFollows: moreFollows) else {
        return .peerGone
      }
      rest = rest.dropFirst(count)
      unprovenByteCount += count
      guard count == 0 else { continue }
      // No deadline of its own: a client that reads slowly is no fault, one that never reads ends
      // with the scenario.
      let end = PollWait.wait(
        descriptor, on: sockets, for: .writable, wakes: connectionGroup.end,
        until: .now + .seconds(3600)
      )
      switch end {
      case .ready: continue
      case .woken: return .woken
      case .peerGone, .timedOut: return .peerGone
      }
    }
    return .written
  }

  /// Whether a short answer finds room, because the peer reads what it is answered.
  func hasRoom() -> Bool {
    if unprovenByteCount <= Self.smallByteCount { return true }
    guard sockets.unconfirmedByteCount(descriptor) == 0 else { return false }
    unprovenByteCount = 0
    return true
  }

  /// Waits until the peer's system has confirmed every byte: a reset would destroy the others.
  func drainSendQueue() {
    let deadline = ContinuousClock.now + Self.drainLimit
    while sockets.unconfirmedByteCount(descriptor) > 0, ContinuousClock.now < deadline {
      // No event reports it.
      let end = PollWait.wait(
        descriptor, on: sockets, for: .nothing, wakes: connectionGroup.end,
        until: .now + .milliseconds(1))
      if case .woken = end { return }
    }
  }

  /// Waits, reading nothing, until the peer has closed its side.
  func waitForPeer(within limit: Duration) -> WaitEnd {
    PollWait.wait(
      descriptor, on: sockets, for: .peerGone, wakes: connectionGroup.end,
      until: ContinuousClock.now + limit)
  }

  /// Whether the peer has closed its side, whatever it has sent before.
  var isClosedByPeer: Bool { sockets.isClosedByPeer(descriptor) }

  func end(_ ending: Ending) {
    switch ending {
    case .reset: sockets.reset(descriptor)
    case .close: sockets.close(descriptor)
    case .finish:
      sockets.shutDownWriting(descriptor)
      readAway(within: Self.drainLimit)
      sockets.close(descriptor)
    }
  }

  /// Reads and drops whatever comes, until the peer closes.
  func readAway(within limit: Duration) {
    let deadline = ContinuousClock.now + limit
    var byteCount = 0
    while byteCount < Self.drainByteLimit {
      buffer = []
      guard read(within: deadline - .now) == .bytes else { return }
      byteCount += buffer.count
    }
  }
}
