import SystemLibrary

/// What the transport expects of sockets.
package enum TransportProbes {
  /// Longer than anything on loopback takes, also on a busy machine; milliseconds.
  private static let patience: Int32 = 5000
  /// How long a packet that the kernel drops is waited for; milliseconds.
  private static let silence: Int32 = 500

  package static let all: [PlatformProbe] = port + peer + writing + kernel

  private static let sockets = Sockets.current

  // MARK: The port

  private static let port = [
    PlatformProbe("port listened on", expected: "connected") {
      try withPort { opened in connect(to: opened.port) }
    },
    PlatformProbe("port refused while closed", expected: "ECONNREFUSED") {
      try withPort { opened in
        sockets.close(opened.listener)
        return connect(to: opened.port)
      }
    },
    PlatformProbe("port kept from strangers while closed", expected: "EADDRINUSE") {
      try withPort { opened in
        sockets.close(opened.listener)
        let stranger = sockets.calls.open()
        defer { sockets.close(stranger) }
        return sockets.calls.bind(stranger, opened.port) == 0 ? "bound" : errorName(errno)
      }
    },
    PlatformProbe("port opened again", expected: "connected") {
      try withPort { opened in
        sockets.close(opened.listener)
        let again = try sockets.listen(port: opened.port, receiveBuffer: nil)
        defer { sockets.close(again) }
        return connect(to: opened.port)
      }
    },
    PlatformProbe("port free once given up", expected: "bound") {
      let port = try withPort { opened in "\(opened.port)" }
      let stranger = sockets.calls.open()
      defer { sockets.close(stranger) }
      return sockets.calls.bind(stranger, Int(port) ?? 0) == 0 ? "bound" : errorName(errno)
    },
  ]

  private static func withPort(
    _ body: (OpenedPort) throws -> String
  ) throws -> String {
    let opened = try sockets.openPort(0, receiveBuffer: nil)
    defer { for end in opened.holders { sockets.close(end) } }
    // A body that closes the listener itself leaves its number unused: nothing else is opened meanwhile.
    defer { sockets.close(opened.listener) }
    return try body(opened)
  }

  private static func connect(to port: Int) -> String {
    let client = sockets.calls.open()
    defer { sockets.close(client) }
    return sockets.calls.connect(client, port) == 0 ? "connected" : errorName(errno)
  }

  // MARK: The peer

  private static let peer = [
    PlatformProbe("peer that stays", expected: "there") {
      try withPair { pair in sockets.isClosedByPeer(pair.server) ? "gone" : "there" }
    },
    PlatformProbe("peer that stays, bytes unread", expected: "there") {
      try withPair { pair in
        pair.send(1)
        return sockets.isClosedByPeer(pair.server) ? "gone" : "there"
      }
    },
    PlatformProbe("peer that left", expected: "gone") {
      try withPair { pair in
        pair.leave()
        return try waitForEnd(pair)
      }
    },
    PlatformProbe("peer that left, bytes unread", expected: "gone") {
      try withPair { pair in
        pair.send(1)
        pair.leave()
        return try waitForEnd(pair)
      }
    },
    PlatformProbe("peer that leaves while waited for, bytes unread", expected: "gone") {
      try withPair { pair in
        pair.send(1)
        let leaving = SystemThread.start(stackByteCount: 256 * 1024, isDetached: false) {
          _ = poll(nil, 0, 100)
          pair.leave()
        }
        let seen = try waitForEnd(pair)
        if let leaving { pthread_join(leaving, nil) }
        return seen
      }
    },
    PlatformProbe("peer that was killed with a reset", expected: "gone") {
      try withPair { pair in
        pair.reset()
        return try waitForEnd(pair)
      }
    },
  ]

  private static func waitForEnd(_ pair: ProbePair) throws -> String {
    let end = PollWait.wait(
      pair.server, for: .peerGone, wakes: try WakeUp(),
      until: .now + .milliseconds(Int64(patience)))
    return end == .peerGone ? "gone" : "\(end) after \(patience) ms"
  }

  // MARK: Writing

  private static let writing = [
    PlatformProbe("reset", expected: "ECONNRESET") {
      try withPair { pair in
        pair.resetServer()
        return pair.clientEnd()
      }
    },
    PlatformProbe("reset after 5 bytes were confirmed", expected: "5 bytes, ECONNRESET") {
      try withPair { pair in
        _ = sockets.send(pair.server, [1, 2, 3, 4, 5], moreFollows: false)
        var turns: Int32 = 0
        while sockets.unconfirmedByteCount(pair.server) > 0, turns < patience {
          _ = poll(nil, 0, 1)
          turns += 1
        }
        pair.resetServer()
        return pair.clientEnd()
      }
    },
    PlatformProbe("end in order", expected: "5 bytes, end") {
      try withPair { pair in
        _ = sockets.send(pair.server, [1, 2, 3, 4, 5], moreFollows: false)
        sockets.shutDownWriting(pair.server)
        return pair.clientEnd()
      }
    },
    PlatformProbe("write to a reset connection", expected: "dead") {
      try withPair { pair in
        pair.reset()
        pair.awaitEnd(of: pair.server)
        _ = sockets.send(pair.server, [1], moreFollows: false)
        return sockets.send(pair.server, [1], moreFollows: false) == nil ? "dead" : "taken"
      }
    },
    PlatformProbe("write without room", expected: "returns at once") {
      try withPair { pair in
        let bytes = [UInt8](repeating: 0, count: 1 << 20)
        var taken: Int? = 1
        while let count = taken, count > 0 {
          taken = sockets.send(pair.server, bytes[...], moreFollows: false)
        }
        return taken == 0 ? "returns at once" : "dead"
      }
    },
    PlatformProbe(
      "unread bytes with the narrow receive buffer", expected: "65536 at most"
    ) {
      do {
        let pair = try ProbePair(sockets, receiveBuffer: 2304)
        defer { pair.end() }
        let count = pair.fill()
        return .init("\(count)", isExpected: count > 0 && count <= 65_536)
      } catch {
        return .init("\(error)", isExpected: false)
      }
    },
  ]

  private static func withPair(_ body: (ProbePair) throws -> String) throws -> String {
    let pair = try ProbePair(sockets)
    defer { pair.end() }
    return try body(pair)
  }
}

// MARK: - What the platform's way rests on

extension TransportProbes {
  private static var isDarwin: Bool { sockets.system.portHold == .ownConnection }

  private static let kernel = [
    PlatformProbe(
      "kernel: listening beside a bound socket", expected: isDarwin ? "EADDRINUSE" : "bound"
    ) {
      try withDeafPort { port in
        let second = sockets.calls.open()
        defer { sockets.close(second) }
        _ = sockets.calls.set(second, .reuseAddress)
        return sockets.calls.bind(second, port) == 0 ? "bound" : errorName(errno)
      }
    },
    PlatformProbe(
      "kernel: connecting to a bound socket that does not listen",
      expected: isDarwin ? "nothing for 500 ms" : "ECONNREFUSED"
    ) {
      try withDeafPort { port in
        let client = sockets.calls.open()
        defer { sockets.close(client) }
        _ = sockets.calls.set(client, .nonBlocking)
        if sockets.calls.connect(client, port) == 0 { return "connected" }
        guard errno == EINPROGRESS else { return errorName(errno) }
        var entry = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, silence) > 0 else { return "nothing for \(silence) ms" }
        return sockets.calls.connect(client, port) == 0 ? "connected" : errorName(errno)
      }
    },
    PlatformProbe(
      "kernel: shutdown of a listener", expected: isDarwin ? "ENOTCONN" : "done"
    ) {
      let listener = try sockets.listen(port: 0, receiveBuffer: nil)
      defer { sockets.close(listener) }
      return shutdown(listener, Int32(SHUT_RDWR)) == 0 ? "done" : errorName(errno)
    },
    PlatformProbe(
      "kernel: poll for the hang-up alone, left after bytes",
      expected: isDarwin ? "nothing" : "event"
    ) {
      try withPair { pair in
        pair.send(1)
        let event: Int16
        if case .event(let own) = sockets.system.peerEnd {
          event = own
        } else {
          event = Int16(POLLHUP)
        }
        let leaving = SystemThread.start(stackByteCount: 256 * 1024, isDetached: false) {
          _ = poll(nil, 0, 100)
          pair.leave()
        }
        var entry = pollfd(fd: pair.server, events: event, revents: 0)
        let count = poll(&entry, 1, 1000)
        if let leaving { pthread_join(leaving, nil) }
        return count > 0 ? "event" : "nothing"
      }
    },
    PlatformProbe(
      "kernel: new poll for input, left after bytes", expected: isDarwin ? "hang-up" : "input"
    ) {
      try withPair { pair in
        pair.send(1)
        pair.leave()
        _ = poll(nil, 0, 100)
        var entry = pollfd(fd: pair.server, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, 1000)
        return entry.revents & Int16(POLLHUP) != 0 ? "hang-up" : "input"
      }
    },
    PlatformProbe(
      "kernel: close with unread bytes", expected: isDarwin ? "end" : "ECONNRESET"
    ) {
      try withPair { pair in
        pair.send(1)
        pair.closeServer()
        return pair.clientEnd()
      }
    },
    PlatformProbe(
      "kernel: connection of a non-blocking listener",
      expected: isDarwin ? "non-blocking" : "blocking"
    ) {
      let (server, ends) = try acceptedPlainly()
      defer { for end in ends { sockets.close(end) } }
      return fcntl(server, F_GETFL) & O_NONBLOCK != 0 ? "non-blocking" : "blocking"
    },
    PlatformProbe(
      "kernel: option on a reset connection", expected: isDarwin ? "EINVAL" : "done"
    ) {
      try withPair { pair in
        pair.reset()
        pair.awaitEnd(of: pair.server)
        return sockets.calls.set(pair.server, .sendAtOnce) == 0 ? "done" : errorName(errno)
      }
    },
  ]

  private static func withDeafPort(_ body: (Int) throws -> String) throws -> String {
    let holder = sockets.calls.open()
    defer { sockets.close(holder) }
    guard sockets.calls.bind(holder, 0) == 0, let port = sockets.calls.localPort(holder) else {
      throw FaultServerError.portNotBound(port: 0, errno: errno)
    }
    _ = sockets.calls.set(holder, .reuseAddress)
    return try body(port)
  }

  private static func acceptedPlainly() throws -> (server: Int32, ends: [Int32]) {
    let listener = try sockets.listen(port: 0, receiveBuffer: nil)
    let client = sockets.calls.open()
    let port = sockets.calls.localPort(listener) ?? 0
    guard sockets.calls.connect(client, port) == 0 else {
      throw FaultServerError.portNotBound(port: port, errno: errno)
    }
    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, patience)
    let server = sockets.calls.accept(listener)
    return (server, [listener, client, server])
  }
}
