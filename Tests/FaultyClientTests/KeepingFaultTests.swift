import ClientContract
import OfflineQueue
import Testing

@testable import faulty_client

@Suite("What wrong clients keep")
struct KeepingFaultTests {
  @Test("removed-on-503 loses a task to a 503; removed-on-500 keeps it")
  func removedOnStatus() async throws {
    let lossy = try Bench(FaultyKind.removedOn503.change, sending: Wire(.status(503)))
    try lossy.tap()
    try await lossy.send(at: .seconds(1))
    #expect(try lossy.listed.isEmpty)
    let other = try Bench(FaultyKind.removedOn500.change, sending: Wire(.status(503)))
    try other.tap()
    try await other.send(at: .seconds(1))
    #expect(try other.listed.map(\.status) == [.pending])
  }

  @Test("removed-on-timeout loses a task to a timeout and not to a cut connection")
  func removedOnTimeout() async throws {
    let wire = Wire(.unknown(.cut), .unknown(.timedOut))
    let bench = try Bench(FaultyKind.removedOnTimeout.change, sending: wire)
    try bench.tap()
    try await bench.send(at: .seconds(1))
    #expect(try bench.listed.count == 1)
    try await bench.send(at: .seconds(9))
    #expect(try bench.listed.isEmpty)
  }

  @Test("removed-before-answer has nothing left while its send is under way")
  func removedBeforeAnswer() throws {
    let bench = try Bench(FaultyKind.removedBeforeAnswer.change, sending: Wire())
    try bench.tap()
    let claimed = try bench.claim(at: .seconds(1))
    #expect(claimed != nil)
    #expect(try bench.listed.isEmpty)
  }

  @Test("any-answer-is-success takes a refusal for done")
  func anyAnswerIsSuccess() async throws {
    let bench = try Bench(FaultyKind.anyAnswerIsSuccess.change, sending: Wire(.status(422)))
    try bench.tap()
    #expect(try await bench.send(at: .seconds(1))?.status == .done)
  }

  @Test("memory-only has nothing on the disk")
  func memoryOnly() throws {
    let disk = InMemoryWriteStore()
    let bench = try Bench(FaultyKind.memoryOnly.change, on: disk, sending: Wire())
    try bench.tap()
    #expect(try bench.listed.count == 1)
    #expect(disk.list().isEmpty)
  }

  @Test("stored-after-send has a task on the disk when its first send has ended, not before")
  func storedAfterSend() async throws {
    let disk = InMemoryWriteStore()
    let wire = Wire(.status(503))
    let bench = try Bench(FaultyKind.storedAfterSend.change, on: disk, sending: wire)
    let task = try bench.tap()
    #expect(disk.list().isEmpty)
    try await bench.send(at: .seconds(1))
    #expect(disk.list().map(\.id) == [task.id])
    #expect(try bench.listed.map(\.id) == [task.id])
  }

  @Test("refusal-of-store-ignored acknowledges what the store has refused")
  func refusalOfStoreIgnored() throws {
    let kind = FaultyKind.refusalOfStoreIgnored
    let bench = try Bench(kind.change, on: RefusingStore(), sending: Wire())
    #expect(throws: Never.self) { try bench.tap() }
    #expect(try bench.listed.isEmpty)
  }

  @Test("torn-store loses whole records to a damaged one")
  func tornStore() throws {
    let disk = InMemoryWriteStore()
    let kind = FaultyKind.tornStore
    let bench = try Bench(kind.change, on: SpoilingStore(base: disk), sending: Wire())
    try bench.tap()
    #expect(try bench.listed.isEmpty)
    #expect(try bench.claim(at: .seconds(1)) == nil)
  }

  @Test("done-not-stored sends a finished task again after a restart, and not before")
  func doneNotStored() async throws {
    let disk = InMemoryWriteStore()
    let kind = FaultyKind.doneNotStored
    let first = try Bench(kind.change, on: disk, sending: Wire())
    try first.tap()
    try await first.send(at: .seconds(1))
    try first.parts.store.syncAll(at: .seconds(2))
    #expect(try first.claim(at: .seconds(3)) == nil)
    #expect(try Bench(kind.change, on: disk, sending: Wire()).claim(at: .seconds(9)) != nil)
  }

  @Test("second-tap-merged gives two equal taps one task")
  func secondTapMerged() throws {
    let bench = try Bench(FaultyKind.secondTapMerged.change, sending: Wire())
    let first = try bench.tap()
    #expect(try bench.tap().id == first.id)
    #expect(try bench.tap(#"{"marker":"m2"}"#).id != first.id)
  }

  @Test("token-in-list puts the credential into its list")
  func tokenInList() async throws {
    let bench = try Bench(FaultyKind.tokenInList.change, sending: Wire())
    let lines = try await bench.lines(of: [TaskLine(task: "T-1", state: .pending)])
    #expect(lines?.first?.diagnosis?.contains("planted-token") == true)
  }

  @Test("never-answers-tasks leaves that command alone unanswered")
  func neverAnswersTasks() async throws {
    let bench = try Bench(FaultyKind.neverAnswersTasks.change, sending: Wire())
    #expect(try await bench.lines(of: []) == nil)
    #expect(try await bench.parts.serving(.sync) { _ in .init() } != nil)
  }
}

private struct RefusingStore: ForwardingStore {
  struct Full: Error {}

  let base: any WriteStore = InMemoryWriteStore()

  func insert(_ task: WriteTask) throws -> WriteTask { throw Full() }
}

/// Lists a damaged record besides what there is.
private struct SpoilingStore: ForwardingStore {
  let base: any WriteStore

  func list() throws -> [TaskListing] {
    try base.list() + [TaskListing(damaged: TaskID("T-0"), sends: 0)]
  }
}
