import OfflineQueue
import StrictJSON
import Testing

@testable import faulty_client

@Suite("What wrong clients send")
struct SendingFaultTests {
  private static let refusal = SendOutcome.status(503)

  @Test("key-per-attempt sends two keys for one task, and takes the answer to the second")
  func keyPerAttempt() async throws {
    let wire = Wire(Self.refusal)
    let bench = try Bench(FaultyKind.keyPerAttempt.change, sending: wire)
    try bench.tap()
    try await bench.send(at: .seconds(1))
    let end = try await bench.send(at: .seconds(9))
    #expect(Set(wire.keys).count == 2)
    #expect(end?.status == .done)
  }

  @Test("new-key-after-restart keeps the key within a launch and changes it at the next")
  func newKeyAfterRestart() async throws {
    let store = InMemoryWriteStore()
    let wire = Wire(Self.refusal, Self.refusal, Self.refusal)
    let first = try Bench(FaultyKind.newKeyAfterRestart.change, on: store, sending: wire)
    try first.tap()
    try await first.send(at: .seconds(1))
    try await first.send(at: .seconds(9))
    let second = try Bench(FaultyKind.newKeyAfterRestart.change, on: store, sending: wire)
    try await second.send(at: .seconds(19))
    try await second.send(at: .seconds(29))
    #expect(wire.keys.count == 4)
    #expect(wire.keys[0] == wire.keys[1] && wire.keys[2] == wire.keys[3])
    #expect(wire.keys[1] != wire.keys[2])
  }

  @Test("new-key-after-error changes the key after a 5xx, and only then")
  func newKeyAfterError() async throws {
    let wire = Wire(.unknown(.cut), Self.refusal)
    let bench = try Bench(FaultyKind.newKeyAfterError.change, sending: wire)
    try bench.tap()
    for second in 1...3 { try await bench.send(at: .seconds(Int64(second) * 9)) }
    #expect(wire.keys.count == 3)
    #expect(wire.keys[0] == wire.keys[1] && wire.keys[1] != wire.keys[2])
  }

  @Test("key-shared sends one key for two operations")
  func keyShared() async throws {
    let wire = Wire()
    let bench = try Bench(FaultyKind.keyShared.change, sending: wire)
    try bench.tap(#"{"marker":"m1"}"#)
    try bench.tap(#"{"marker":"m2"}"#)
    try await bench.send(at: .seconds(1))
    try await bench.send(at: .seconds(1))
    #expect(wire.keys.count == 2 && Set(wire.keys).count == 1)
  }

  @Test(
    "the body of a retry is another one, its key the same",
    arguments: [
      FaultyKind.timeInBody, .attemptInBody, .bodyEmptyOnRetry, .bodyCutOnRetry,
    ].map(\.name))
  func bodyChanged(name: String) async throws {
    let kind = try #require(FaultyCatalog.all.first { $0.name == name })
    let wire = Wire(Self.refusal)
    let bench = try Bench(kind.change, sending: wire)
    try bench.tap()
    try await bench.send(at: .seconds(1))
    try await bench.send(at: .seconds(9))
    #expect(Set(wire.bodies).count == 2)
    #expect(Set(wire.keys).count == 1)
  }

  @Test("body-reencoded-after-restart changes the bytes and not the meaning")
  func bodyReencoded() async throws {
    let store = InMemoryWriteStore()
    let wire = Wire(Self.refusal)
    let kind = FaultyKind.bodyReencodedAfterRestart
    let first = try Bench(kind.change, on: store, sending: wire)
    try first.tap()
    try await first.send(at: .seconds(1))
    try await Bench(kind.change, on: store, sending: wire).send(at: .seconds(9))
    #expect(wire.bodies.count == 2 && wire.bodies[0] != wire.bodies[1])
    let meanings = try wire.seen.map { request in
      JSONWriter.text(of: try JSONParser.parse(request.body).value, order: .canonical)
    }
    #expect(meanings[0] == meanings[1])
  }

  @Test("sent-again-when-done sends a finished write once more, under its key")
  func sentAgainWhenDone() async throws {
    let wire = Wire()
    let bench = try Bench(FaultyKind.sentAgainWhenDone.change, sending: wire)
    try bench.tap()
    try await bench.send(at: .seconds(1))
    #expect(wire.keys.count == 2 && Set(wire.keys).count == 1)
  }

  @Test("sent-twice-at-once has two sends of one task under way together")
  func sentTwiceAtOnce() async throws {
    let wire = MeetingWire()
    let bench = try Bench(FaultyKind.sentTwiceAtOnce.change, sending: wire)
    try bench.tap()
    // Neither of the two is answered before both have come.
    try await bench.send(at: .seconds(1))
    #expect(await wire.arrivals == 2)
  }

  @Test("stray-write sends a write that no tap asked for, under a key of its own")
  func strayWrite() async throws {
    let wire = Wire()
    let bench = try Bench(FaultyKind.strayWrite.change, sending: wire)
    let task = try bench.tap()
    try await bench.send(at: .seconds(1))
    #expect(wire.seen.filter { $0.key == task.key && $0.body == task.body }.count == 1)
    #expect(wire.seen.count == 2)
  }

  @Test("other-path sends elsewhere on the same server")
  func otherPath() async throws {
    let wire = Wire()
    let bench = try Bench(FaultyKind.otherPath.change, sending: wire)
    try bench.tap()
    try await bench.send(at: .seconds(1))
    #expect(wire.seen.map(\.redirectedTo) == ["http://127.0.0.1:9/items-v2"])
  }
}

/// Answers nobody before two have come.
private actor MeetingWire: WriteSender {
  private(set) var arrivals = 0
  private var waiting: CheckedContinuation<Void, Never>?

  func send(_ request: WriteRequest) async -> SendOutcome {
    arrivals += 1
    if let first = waiting {
      waiting = nil
      first.resume()
    } else {
      await withCheckedContinuation { waiting = $0 }
    }
    return .success
  }
}
