// Owns: a store that refuses writes, now and then, under a running queue.

import OfflineQueue
import Synchronization
import Testing

private struct DiskFull: Error {}

/// An in-memory store that refuses every change while told to.
private final class RefusingStore: WriteStore {
  private let inner = InMemoryWriteStore()
  private let state = Mutex((isRefusing: false, refusals: 0))
  private let refused: AsyncStream<Void>
  private let refuse: AsyncStream<Void>.Continuation

  init() { (refused, refuse) = AsyncStream.makeStream(of: Void.self) }

  /// Returns after the next refusal that no call has waited for yet.
  func nextRefusal() async {
    for await _ in refused { return }
  }

  var isRefusing: Bool {
    get { state.withLock { $0.isRefusing } }
    set { state.withLock { $0.isRefusing = newValue } }
  }
  var refusals: Int { state.withLock { $0.refusals } }

  private func check() throws {
    try state.withLock { state in
      guard state.isRefusing else { return }
      state.refusals += 1
      refuse.yield()
      throw DiskFull()
    }
  }

  func agreeOnTime(_ reading: ClockReading) throws -> TimeLine { inner.agreeOnTime(reading) }
  func insert(_ task: WriteTask) throws -> WriteTask {
    try check()
    return inner.insert(task)
  }
  func claim(by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant) throws -> WriteTask? {
    try check()
    return inner.claim(by: owner, until: until, at: now)
  }
  func nextDue() throws -> QueueInstant? { inner.nextDue() }
  func apply(_ event: Delivery.Event, to id: TaskID, under lease: Lease?) throws -> Delivery? {
    try check()
    return inner.apply(event, to: id, under: lease)
  }
  func syncAll(at now: QueueInstant) throws {
    try check()
    inner.syncAll(at: now)
  }
  func list() throws -> [TaskListing] { inner.list() }
  func remove(_ id: TaskID) throws -> Bool { inner.remove(id) }
  func removeDone(before instant: QueueInstant) throws { inner.removeDone(before: instant) }
}

@Suite(.timeLimit(.minutes(1))) struct RefusedWritesTests {
  @Test("an enqueue that the store refuses throws, and there is no task")
  func enqueue() async throws {
    let store = RefusingStore()
    let bench = try Bench(store: store)
    await bench.queue.start()
    store.isRefusing = true
    await #expect(throws: DiskFull.self) { try await bench.queue.enqueue([1]) }
    #expect(try await bench.queue.tasks().isEmpty)
    #expect(bench.sender.underWay == 0)
    await bench.queue.stop()
  }

  @Test("an acknowledgement that can't be stored is none: the task goes out again under its key")
  func acknowledgement() async throws {
    let store = RefusingStore()
    let bench = try Bench(store: store)
    await bench.queue.start()
    let task = try await bench.queue.enqueue([1])
    let first = try await bench.sender.next()
    store.isRefusing = true
    first.end(.success)
    // The refused outcome and the refused look for work, then a pause instead of a loop.
    await store.nextRefusal()
    let pause = try await bench.nextWakeUp()
    #expect(pause >= .milliseconds(110) && pause <= .seconds(2))
    #expect(store.refusals == 2)
    #expect(try await bench.only()?.status == .sending)

    store.isRefusing = false
    bench.clock.advance(by: .seconds(10))
    let second = try await bench.sender.next()
    #expect(second.request.key == task.key)
    #expect(second.request.body == [1])
    second.end(.success)
    await bench.reached(.done)
    await bench.queue.stop()
  }

  @Test("nothing is sent that can't be put on record first, and a sync is made up for later")
  func claim() async throws {
    let store = RefusingStore()
    let bench = try Bench(store: store)
    try await bench.queue.enqueue([1])
    store.isRefusing = true
    await bench.queue.start()
    for _ in 1...3 { bench.clock.advance(by: await bench.clock.nextWakeUp()) }
    await bench.queue.sync()
    #expect(try await bench.only()?.sends == 0)
    store.isRefusing = false
    bench.clock.advance(by: try await bench.nextWakeUp())
    try await bench.sender.next().end(.success)
    await bench.reached(.done)
    await bench.queue.stop()
  }
}
