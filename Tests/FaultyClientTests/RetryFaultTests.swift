import ClientContract
import OfflineQueue
import Testing

@testable import faulty_client

@Suite("When wrong clients send again, and when they don't")
struct RetryFaultTests {
  @Test("conflict-retried-at-sync sends a refused task again at a sync, not at a launch")
  func conflictRetriedAtSync() async throws {
    let disk = InMemoryWriteStore()
    let kind = FaultyKind.conflictRetriedAtSync
    let first = try Bench(kind.change, on: disk, sending: Wire(.status(409)))
    try first.tap()
    #expect(try await first.send(at: .seconds(1))?.status == .stopped)
    let second = try Bench(kind.change, on: disk, sending: Wire())
    #expect(try second.claim(at: .seconds(9)) == nil)
    try second.parts.store.syncAll(at: .seconds(9))
    #expect(try second.claim(at: .seconds(9)) != nil)
  }

  @Test("conflict-retried-after-restart sends a refused task again at a launch, not at a sync")
  func conflictRetriedAfterRestart() async throws {
    let disk = InMemoryWriteStore()
    let kind = FaultyKind.conflictRetriedAfterRestart
    let first = try Bench(kind.change, on: disk, sending: Wire(.status(409)))
    try first.tap()
    try await first.send(at: .seconds(1))
    try first.parts.store.syncAll(at: .seconds(2))
    #expect(try first.claim(at: .seconds(2)) == nil)
    #expect(try Bench(kind.change, on: disk, sending: Wire()).claim(at: .seconds(9)) != nil)
  }

  @Test("refusal-vanishes lists nothing after a refusal")
  func refusalVanishes() async throws {
    let bench = try Bench(FaultyKind.refusalVanishes.change, sending: Wire(.status(422)))
    try bench.tap()
    try await bench.send(at: .seconds(1))
    #expect(try bench.listed.isEmpty)
  }

  @Test("refusal-without-diagnosis takes the diagnosis from stopped tasks alone")
  func refusalWithoutDiagnosis() async throws {
    let bench = try Bench(FaultyKind.refusalWithoutDiagnosis.change, sending: Wire())
    let lines = try await bench.lines(of: [
      TaskLine(task: "T-1", state: .stopped, diagnosis: "422"),
      TaskLine(task: "T-2", state: .pending, diagnosis: "503"),
    ])
    #expect(lines?.map(\.diagnosis) == [nil, "503"])
  }

  @Test("unauthorized-dropped lists nothing after a 401")
  func unauthorizedDropped() async throws {
    let bench = try Bench(FaultyKind.unauthorizedDropped.change, sending: Wire(.status(401)))
    try bench.tap()
    try await bench.send(at: .seconds(1))
    #expect(try bench.listed.isEmpty)
  }

  @Test("stopped-head-blocks sends nothing behind a refused task")
  func stoppedHeadBlocks() async throws {
    let bench = try Bench(FaultyKind.stoppedHeadBlocks.change, sending: Wire(.status(422)))
    try bench.tap()
    try await bench.send(at: .seconds(1))
    try bench.tap(#"{"marker":"m2"}"#)
    #expect(try bench.claim(at: .seconds(9)) == nil)
  }

  @Test("failing-head-blocks hands out the failing task alone, also while it is being sent")
  func failingHeadBlocks() async throws {
    let bench = try Bench(FaultyKind.failingHeadBlocks.change, sending: Wire(.status(503)))
    let head = try bench.tap()
    try await bench.send(at: .seconds(1))
    try bench.tap(#"{"marker":"m2"}"#)
    #expect(try bench.claim(at: .seconds(1)) == nil)
    #expect(try bench.claim(at: .seconds(9))?.id == head.id)
    #expect(try bench.claim(at: .seconds(9)) == nil)
  }

  @Test("gives-up-after-tries stops at its fifth failure")
  func givesUpAfterTries() async throws {
    let failures = (1...5).map { _ in SendOutcome.status(503) }
    let wire = Wire(failures[0], failures[1], failures[2], failures[3], failures[4])
    let bench = try Bench(FaultyKind.givesUpAfterTries.change, sending: wire)
    try bench.tap()
    var states: [TaskStatus?] = []
    for send in 1...5 { states.append(try await bench.send(at: .seconds(Int64(send) * 9))?.status) }
    #expect(states == [.pending, .pending, .pending, .pending, .stopped])
  }

  @Test("gives-up-offline stops at a refused connection, and keeps after a cut one")
  func givesUpOffline() async throws {
    let wire = Wire(.unknown(.cut), .unknown(.notConnected))
    let bench = try Bench(FaultyKind.givesUpOffline.change, sending: wire)
    try bench.tap()
    #expect(try await bench.send(at: .seconds(1))?.status == .pending)
    #expect(try await bench.send(at: .seconds(9))?.status == .stopped)
  }

  @Test("waits-for-tap is woken by a new task alone")
  func waitsForTap() async throws {
    let bench = try Bench(FaultyKind.waitsForTap.change, sending: Wire(.status(503)))
    let task = try bench.tap()
    try await bench.send(at: .seconds(1))
    try bench.parts.store.syncAll(at: .seconds(9))
    #expect(try bench.claim(at: .seconds(600)) == nil)
    try bench.tap(#"{"marker":"m2"}"#, at: .seconds(601))
    let claimed = try (1...2).map { _ in try bench.claim(at: .seconds(601))?.id }
    #expect(claimed.contains(task.id))
  }

  @Test("waits-for-tap-after-launch sends nothing of an earlier launch before a tap")
  func waitsForTapAfterLaunch() throws {
    let disk = InMemoryWriteStore()
    let kind = FaultyKind.waitsForTapAfterLaunch
    try Bench(kind.change, on: disk, sending: Wire()).tap()
    let second = try Bench(kind.change, on: disk, sending: Wire())
    #expect(try second.claim(at: .seconds(9)) == nil)
    try second.tap(#"{"marker":"m2"}"#)
    #expect(try second.claim(at: .seconds(9)) != nil)
  }

  @Test("hot-loop is due again a millisecond later")
  func hotLoop() async throws {
    let bench = try Bench(FaultyKind.hotLoop.change, sending: Wire(.status(503)))
    try bench.tap()
    let after = try await bench.send(at: .seconds(1))
    #expect(after?.due == .init(milliseconds: 1001))
  }

  @Test("retry-after-ignored is due before the time that the server named")
  func retryAfterIgnored() async throws {
    let wire = Wire(.status(429, retryAfter: "60"))
    let bench = try Bench(FaultyKind.retryAfterIgnored.change, sending: wire)
    try bench.tap()
    let due = try #require(try await bench.send(at: .seconds(1))?.due)
    #expect(due < .seconds(61))
  }

  @Test("slower-than-promised is due long after its promised pause")
  func slowerThanPromised() async throws {
    let bench = try Bench(FaultyKind.slowerThanPromised.change, sending: Wire(.status(503)))
    try bench.tap()
    let due = try #require(try await bench.send(at: .seconds(1))?.due)
    #expect(due - .seconds(1) > bench.parts.limits.retryCap * 50)
  }

  @Test("no-lease takes a task while another launch is sending it")
  func noLease() throws {
    let disk = InMemoryWriteStore()
    let kind = FaultyKind.noLease
    let first = try Bench(kind.change, on: disk, sending: Wire())
    let task = try first.tap()
    #expect(try first.claim(at: .seconds(1)) != nil)
    let second = try Bench(kind.change, on: disk, sending: Wire())
    #expect(try second.claim(at: .seconds(1))?.id == task.id)
  }

  @Test("no-lease leaves its own sends under way alone at a sync")
  func noLeaseWithinOneLaunch() throws {
    let bench = try Bench(FaultyKind.noLease.change, sending: Wire())
    try bench.tap()
    #expect(try bench.claim(at: .seconds(1)) != nil)
    try bench.parts.store.syncAll(at: .seconds(1))
    #expect(try bench.claim(at: .seconds(1)) == nil)
  }

  @Test("stale-lease never gets the task of a killed sender back")
  func staleLease() throws {
    let disk = InMemoryWriteStore()
    let kind = FaultyKind.staleLease
    let killed = try Bench(kind.change, on: disk, sending: Wire())
    try killed.tap()
    #expect(try killed.claim(at: .seconds(1)) != nil)
    let next = try Bench(kind.change, on: disk, sending: Wire())
    #expect(try next.claim(at: .seconds(86_400)) == nil)
  }
}
