import AcceptanceModel
import Synchronization
import SystemLibrary
import Testing

@testable import FaultServer

/// The transport's Darwin branches on a layer that behaves as Darwin's kernel does, and what becomes there
/// of the ways that only Linux allows.
@Suite struct DarwinSocketsTests {
  private let layer = DarwinSockets()
  private var darwin: Sockets { Sockets(.darwin(layer.calls)) }

  /// Linux' ways, as far as they exist on Darwin, on Darwin's kernel.
  private var linuxOnDarwin: Sockets {
    var system = SocketSystem.darwin(layer.calls)
    system.portHold = .boundSocket
    system.peerEnd = .event(Int16(POLLHUP))
    return Sockets(system)
  }

  @Test("a bound holder keeps the listener from its own port, so no server would start")
  func boundHolder() throws {
    let error = #expect(throws: FaultServerError.self) {
      _ = try linuxOnDarwin.openPort(0, receiveBuffer: nil)
    }
    guard case .portNotBound(_, let code) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(code == EADDRINUSE)
  }

  @Test("a bound port on which nobody listens drops connections instead of refusing them")
  func deafPort() throws {
    let holder = layer.calls.open()
    defer { layer.calls.close(holder) }
    #expect(layer.calls.bind(holder, 0) == 0)
    let port = try #require(layer.calls.localPort(holder))
    let client = layer.calls.open()
    defer { layer.calls.close(client) }
    #expect(layer.calls.connect(client, port) == -1)
    #expect(errno == ETIMEDOUT)
  }

  @Test(
    "held by its own connection, a port refuses while closed, opens again, and is no stranger's")
  func ownConnection() throws {
    let opened = try darwin.openPort(0, receiveBuffer: nil)
    defer { for end in opened.holders { darwin.close(end) } }
    #expect(connect(to: opened.port) == 0)
    darwin.close(opened.listener)
    #expect(connect(to: opened.port) == ECONNREFUSED)
    let stranger = layer.calls.open()
    defer { layer.calls.close(stranger) }
    #expect(layer.calls.bind(stranger, opened.port) == -1)
    #expect(strangerCanBind(opened.port) == false)
    let again = try darwin.listen(port: opened.port, receiveBuffer: nil)
    defer { darwin.close(again) }
    #expect(connect(to: opened.port) == 0)
  }

  @Test("who connects before the port is held is served, and not taken for the server's own end")
  func earlyStranger() throws {
    let strangers = Mutex<[Int32]>([])
    var calls = layer.calls
    let layer = layer
    // The first connection to the listener is a stranger's.
    calls.connect = { socket, port in
      if strangers.withLock({ $0.isEmpty }) {
        let stranger = layer.calls.open()
        _ = layer.calls.connect(stranger, port)
        strangers.withLock { $0.append(stranger) }
      }
      return layer.calls.connect(socket, port)
    }
    let opened = try Sockets(.darwin(calls)).openPort(0, receiveBuffer: nil)
    let ends = opened.holders + opened.early + [opened.listener] + strangers.withLock { $0 }
    defer { for end in ends { darwin.close(end) } }
    #expect(opened.early.count == 1)
    let early = opened.early.first.flatMap(layer.calls.peerPort)
    #expect(early == strangers.withLock { $0.first }.flatMap(layer.calls.localPort))
  }

  @Test("a peer that leaves after bytes that nobody read is noticed")
  func peerLeftWithUnreadBytes() throws {
    let pair = try SocketPair(layer, darwin)
    pair.send([1])
    let flag = try WakeUp()
    var calls = layer.calls
    let polls = Mutex(0)
    let layer = layer
    // The first call sees the bytes. The peer leaves after it, while the wait is under way.
    calls.poll = { entries, count, milliseconds in
      let number = polls.withLock { number in
        number += 1
        return number
      }
      if number == 2 { pair.leave() }
      return layer.calls.poll(entries, count, milliseconds)
    }
    let end = PollWait.wait(
      pair.server, on: Sockets(.darwin(calls)), for: .peerGone, wakes: flag,
      until: .now + .seconds(60))
    #expect(end == .peerGone)
    #expect(polls.withLock { $0 } >= 2)
  }

  @Test("asked for the hang-up alone, poll misses a peer that leaves after bytes")
  func hangUpAlone() throws {
    let pair = try SocketPair(layer, darwin)
    pair.send([1])
    let flag = try WakeUp()
    layer.onceUsedUp {
      pair.leave()
      flag.set()
    }
    let end = PollWait.wait(
      pair.server, on: linuxOnDarwin, for: .peerGone, wakes: flag, until: .now + .seconds(60))
    #expect(end == .woken(0))
  }

  @Test("a peer that leaves without a word is noticed, and one that stays is not")
  func peerLeftOrNot() throws {
    let pair = try SocketPair(layer, darwin)
    #expect(darwin.isClosedByPeer(pair.server) == false)
    pair.send([1])
    #expect(darwin.isClosedByPeer(pair.server) == false)
    let other = try SocketPair(layer, darwin)
    other.leave()
    let flag = try WakeUp()
    let end = PollWait.wait(
      other.server, on: darwin, for: .peerGone, wakes: flag, until: .now + .seconds(60))
    #expect(end == .peerGone)
    #expect(darwin.areClosedByPeer([pair.server, other.server]) == [false, true])
  }

  @Test("no write to a connection that was reset before it was accepted raises SIGPIPE")
  func noSignal() throws {
    let pair = try SocketPair(layer, darwin) { near in darwin.reset(near) }
    pair.awaitEnd()
    // Twice: the first may report the reset itself.
    _ = darwin.send(pair.server, [1], moreFollows: false)
    #expect(darwin.send(pair.server, [1], moreFollows: false) == nil)
    #expect(layer.raisedSignals == 0)
    // What set the option on the connection itself could not do.
    #expect(layer.calls.set(pair.server, .noSignal) == -1)
    #expect(errno == EINVAL)
  }

  @Test("a write to a listener's connection without the option raises SIGPIPE")
  func signal() throws {
    let listener = layer.calls.open()
    defer { layer.calls.close(listener) }
    #expect(layer.calls.bind(listener, 0) == 0)
    #expect(layer.calls.listen(listener) == 0)
    let near = layer.calls.open()
    let port = try #require(layer.calls.localPort(listener))
    #expect(layer.calls.connect(near, port) == 0)
    let server = layer.calls.accept(listener)
    defer { layer.calls.close(server) }
    darwin.reset(near)
    SocketPair.awaitEnd(server)
    _ = darwin.send(server, [1], moreFollows: false)
    #expect(darwin.send(server, [1], moreFollows: false) == nil)
    #expect(layer.raisedSignals == 1)
  }

  @Test("a write without room returns at once though MSG_DONTWAIT is not heeded")
  func fullSendBuffer() throws {
    let pair = try SocketPair(layer, darwin)
    let bytes = [UInt8](repeating: 0, count: 1 << 20)
    var taken: Int? = 1
    while let count = taken, count > 0 {
      taken = darwin.send(pair.server, bytes[...], moreFollows: false)
    }
    #expect(taken == 0)
  }

  @Test("a close with unread bytes ends the stream in order, where Linux resets it")
  func closeWithUnreadBytes() throws {
    let pair = try SocketPair(layer, darwin)
    pair.send([1])
    pair.closeServer()
    #expect(pair.clientEnd() == .end)
  }

  @Test("shutdown of a listener wakes nobody")
  func listenerShutdown() throws {
    let listener = try darwin.listen(port: 0, receiveBuffer: nil)
    defer { darwin.close(listener) }
    #expect(layer.calls.shutDownWriting(listener) == -1)
    #expect(errno == ENOTCONN)
  }

  private func connect(to port: Int) -> Int32 {
    let client = layer.calls.open()
    defer { layer.calls.close(client) }
    return layer.calls.connect(client, port) == 0 ? 0 : errno
  }
}

/// A connection of which a test has both ends.
private final class SocketPair: Sendable {
  let server: Int32
  private let near: Int32
  private let layer: DarwinSockets
  private let hasLeft = Mutex(false)
  private let isClosed = Mutex(false)

  /// - Parameter early: What the client does before it is accepted.
  init(_ layer: DarwinSockets, _ sockets: Sockets, early: (Int32) -> Void = { _ in }) throws {
    self.layer = layer
    let listener = try sockets.listen(port: 0, receiveBuffer: nil)
    defer { sockets.close(listener) }
    near = layer.calls.open()
    let port = try #require(layer.calls.localPort(listener))
    try #require(layer.calls.connect(near, port) == 0)
    let count = layer.connectionCount
    early(near)
    hasLeft.withLock { $0 = layer.connectionCount < count }
    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    try #require(poll(&entry, 1, 60_000) == 1)
    server = try #require(sockets.accept(listener))
  }

  deinit {
    leave()
    closeServer()
  }

  /// Returns once the bytes can be read.
  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { layer.calls.send(near, $0, 0) }
    var entry = pollfd(fd: server, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, 60_000)
  }

  func leave() {
    let isFirst = hasLeft.withLock { left in
      defer { left = true }
      return !left
    }
    if isFirst { layer.calls.close(near) }
  }

  func closeServer() {
    let isFirst = isClosed.withLock { closed in
      defer { closed = true }
      return !closed
    }
    if isFirst { layer.calls.close(server) }
  }

  /// How the server's side ended, as the client reads it.
  func clientEnd() -> Received {
    Self.awaitEnd(near)
    var byte: UInt8 = 0
    return withUnsafeMutableBytes(of: &byte) {
      Sockets(.darwin(layer.calls)).receive(near, into: $0)
    }
  }

  func awaitEnd() { Self.awaitEnd(server) }

  /// Until the peer's end, or reset, has arrived.
  static func awaitEnd(_ socket: Int32) {
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, 60_000)
  }
}
