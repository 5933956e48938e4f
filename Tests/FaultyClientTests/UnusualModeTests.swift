import ClientContract
import OfflineQueue
import Testing

@testable import faulty_client

@Suite("Right but unusual clients")
struct UnusualModeTests {
  @Test(
    "a failed send is repeated with the same key and bytes, and its success ends it",
    arguments: [
      UnusualMode.opaqueKey, .onSync, .longerThanAsked, .slowPauses, .oneAtATime, .anyOrder,
      .doneGone, .noKeyInList, .sealedBody, .slowTakeover, .acceptedPolled, .keepsOnRedirect,
      .followsNoRedirect, .stopsOnUnauthorized, .stopsOnOddStatus,
    ].map(\.name))
  func sameKeyAndBody(name: String) async throws {
    let mode = try #require(UnusualCatalog.all.first { $0.name == name })
    let wire = Wire(.status(503))
    let bench = try Bench(mode.change, sending: wire)
    try bench.tap()
    try await bench.send(at: .seconds(1))
    try bench.parts.store.syncAll(at: .seconds(2))
    try await bench.send(at: .seconds(9))
    #expect(wire.seen.count == 2)
    #expect(Set(wire.keys).count == 1 && Set(wire.bodies).count == 1)
    #expect(try bench.listed.allSatisfy { $0.status == .done })
  }

  @Test("on-sync says so, and waits for a sync")
  func onSync() async throws {
    let bench = try Bench(UnusualMode.onSync.change, sending: Wire(.status(503)))
    try bench.tap()
    #expect(bench.parts.greetedLimits.retries == .onSync)
    #expect(try await bench.send(at: .seconds(1))?.status == .paused)
    #expect(try bench.claim(at: .seconds(600)) == nil)
    try bench.parts.store.syncAll(at: .seconds(601))
    #expect(try bench.claim(at: .seconds(601)) != nil)
  }

  @Test("longer-than-asked is due after the time that the server named, never before")
  func longerThanAsked() async throws {
    let wire = Wire(.status(503, retryAfter: "10"))
    let bench = try Bench(UnusualMode.longerThanAsked.change, sending: wire)
    try bench.tap()
    #expect(try await bench.send(at: .seconds(1))?.due == .seconds(16))
  }

  @Test("stops-on-unauthorized keeps the task with its diagnosis")
  func stopsOnUnauthorized() async throws {
    let bench = try Bench(UnusualMode.stopsOnUnauthorized.change, sending: Wire(.status(401)))
    try bench.tap()
    let end = try await bench.send(at: .seconds(1))
    #expect(end?.status == .stopped && end?.diagnosis != nil)
  }

  @Test("opaque keys are fit for a header and no two are alike")
  func opaqueKey() throws {
    let bench = try Bench(UnusualMode.opaqueKey.change, sending: Wire())
    let keys = (1...50).map { _ in IdempotencyKey(bench.parts.sources.identifier()) }
    #expect(!keys.contains(nil))
    #expect(Set(keys).count == keys.count)
  }

  @Test("slow-takeover promises the lease that it keeps")
  func slowTakeover() throws {
    let parts = try Bench(UnusualMode.slowTakeover.change, sending: Wire()).parts
    #expect(parts.greetedLimits.lease == parts.limits.lease)
  }

  @Test("no-key-in-list says neither keys nor sends")
  func noKeyInList() async throws {
    let bench = try Bench(UnusualMode.noKeyInList.change, sending: Wire())
    let lines = try await bench.lines(of: [
      TaskLine(task: "T-1", key: "k", state: .pending, sends: 3)
    ])
    #expect(lines == [TaskLine(task: "T-1", state: .pending)])
  }

  @Test("sealed-body sends nothing that can be read, and other bytes for another body")
  func sealedBody() async throws {
    let wire = Wire()
    let bench = try Bench(UnusualMode.sealedBody.change, sending: wire)
    try bench.tap(#"{"title":"milk","marker":"marker-1"}"#)
    try await bench.send(at: .seconds(1))
    try bench.tap(#"{"title":"milk","marker":"marker-2"}"#)
    try await bench.send(at: .seconds(2))
    let bodies = wire.bodies
    #expect(bodies.count == 2 && Set(bodies).count == 2)
    #expect(bodies.allSatisfy { $0.hasPrefix(#"{"sealed":""#) && !$0.contains("marker") })
  }
}
