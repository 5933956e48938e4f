// Owns: the queue as an app meets it, on substitutes for time and network.

import OfflineQueue
import Testing

private let body = Array(#"{"text":"buy milk","n":1.0}"#.utf8)

@Suite(.timeLimit(.minutes(1))) struct OfflineQueueTests {
  @Test(
    "a disconnection leaves the task in the store, its body and key unchanged, and it goes again")
  func disconnection() async throws {
    let store = InMemoryWriteStore()
    let bench = try Bench(store: store)
    let task = try await bench.queue.enqueue(body)
    await bench.queue.start()

    let first = try await bench.sender.next()
    first.end(.unknown(.cut))
    await bench.reached(.sending)
    await bench.reached(.pending)

    let kept = try #require(store.list().first)
    #expect(kept.id == task.id)
    #expect(kept.contents?.key == task.key)
    #expect(kept.status == .pending)
    #expect(kept.diagnosis?.text == "no answer: the connection ended early")
    bench.clock.advance(by: try await bench.nextWakeUp())
    let second = try await bench.sender.next()
    #expect(second.request.body == body)
    #expect(second.request.key == task.key)
    #expect(second.request.key == first.request.key)
    #expect(second.request.contentType == first.request.contentType)
    second.end(.success)
    await bench.reached(.done)
    await bench.queue.stop()
  }

  @Test("a task is on record as sending before its send begins")
  func recordedFirst() async throws {
    let store = InMemoryWriteStore()
    let bench = try Bench(store: store)
    try await bench.queue.enqueue(body)
    #expect(store.list().first?.sends == 0)
    await bench.queue.start()
    _ = try await bench.sender.next()
    #expect(store.list().first?.status == .sending)
    #expect(store.list().first?.sends == 1)
    await bench.queue.stop()
  }

  @Test("Retry-After is a floor that neither the backoff nor a sync nor the user goes under")
  func retryAfter() async throws {
    let bench = try Bench(jitter: 0)
    await bench.queue.start()
    let task = try await bench.queue.enqueue(body)
    try await bench.sender.next().end(.status(503, retryAfter: ["60"]))
    await bench.reached(.sending)
    await bench.reached(.pending)
    await bench.queue.sync()
    try await bench.queue.retry(task.id)
    #expect(try await bench.nextWakeUp() == .seconds(60))
    bench.clock.advance(by: .milliseconds(59_999))
    await bench.queue.sync()
    #expect(try await bench.only()?.status == .pending)
    #expect(try await bench.only()?.sends == 1)
    bench.clock.advance(by: .milliseconds(1))
    try await bench.sender.next().end(.success)
    await bench.queue.stop()
  }

  @Test("without any jitter the pause before a retry is still positive")
  func noHotLoop() async throws {
    let bench = try Bench(jitter: 0)
    await bench.queue.start()
    try await bench.queue.enqueue(body)
    for _ in 1...5 {
      try await bench.sender.next().end(.status(503))
      await bench.reached(.sending)
      await bench.reached(.pending)
      #expect(try await bench.nextWakeUp() == .milliseconds(110))
      bench.clock.advance(by: .milliseconds(110))
    }
    await bench.queue.stop()
  }

  @Test("of twenty tasks no more than four are under way at once, and all get done")
  func bounded() async throws {
    let bench = try Bench()
    await bench.queue.start()
    for number in 0..<20 { try await bench.queue.enqueue([UInt8(number)]) }
    var keys: Set<IdempotencyKey> = []
    for _ in 0..<20 {
      let send = try await bench.sender.next()
      keys.insert(send.request.key)
      send.end(.success)
    }
    for _ in 0..<20 { await bench.reached(.done) }
    #expect(keys.count == 20)
    #expect(bench.sender.most == 4)
    await bench.queue.stop()
  }

  @Test("a failing or stopped head does not hold up the tasks behind it")
  func poison() async throws {
    let bench = try Bench(maxInFlight: 1)
    let head = try await bench.queue.enqueue(body)
    let healthy = try await bench.queue.enqueue(body)
    await bench.queue.start()
    let first = try await bench.sender.next()
    #expect(first.request.key == head.key)
    first.end(.status(500))
    let second = try await bench.sender.next()
    #expect(second.request.key == healthy.key)
    second.end(.success)
    await bench.reached(.done, healthy.id)
    await bench.queue.stop()
  }

  @Test("a stopped task waits for the user, and then goes out under the same key")
  func userRetry() async throws {
    let bench = try Bench()
    await bench.queue.start()
    let task = try await bench.queue.enqueue(body)
    try await bench.sender.next().end(.status(422))
    await bench.reached(.stopped)
    await bench.queue.sync()
    #expect(try await bench.only()?.status == .stopped)
    try await bench.queue.retry(task.id)
    let again = try await bench.sender.next()
    #expect(again.request.key == task.key)
    #expect(again.request.body == body)
    await bench.queue.stop()
  }

  @Test("a task paused for want of a credential goes on at the next sync and at the next launch")
  func paused() async throws {
    let store = InMemoryWriteStore()
    let bench = try Bench(store: store)
    await bench.queue.start()
    try await bench.queue.enqueue(body)
    try await bench.sender.next().end(.status(401))
    await bench.reached(.paused)
    await bench.queue.sync()
    try await bench.sender.next().end(.status(403))
    await bench.reached(.paused)
    await bench.queue.stop()

    let relaunched = try Bench(store: store, clock: bench.clock)
    await relaunched.queue.start()
    try await relaunched.sender.next().end(.success)
    await relaunched.reached(.done)
    await relaunched.queue.stop()
  }

  @Test("an orderly quit cuts the send off, gives its lease back and keeps the task")
  func quit() async throws {
    let store = InMemoryWriteStore()
    let bench = try Bench(store: store)
    await bench.queue.start()
    let task = try await bench.queue.enqueue(body)
    _ = try await bench.sender.next()
    await bench.queue.stop()
    #expect(store.list().first?.status == .pending)
    await #expect(throws: QueueError.queueStopped) { try await bench.queue.enqueue(body) }

    let relaunched = try Bench(store: store, clock: bench.clock)
    await relaunched.queue.start()
    #expect(try await relaunched.sender.next().request.key == task.key)
    await relaunched.queue.stop()
  }

  @Test("a dead sender's task is taken over when its lease ends, not before")
  func takeOver() async throws {
    let store = InMemoryWriteStore()
    let bench = try Bench(store: store)
    let task = try await bench.queue.enqueue(body)
    let now = bench.now(of: store)
    #expect(store.claim(by: LeaseOwner("dead"), until: now + .seconds(10), at: now) != nil)

    await bench.queue.start()
    #expect(try await bench.nextWakeUp() == .seconds(10))
    bench.clock.advance(by: .milliseconds(9_999))
    await bench.queue.sync()
    #expect(store.list().first?.sends == 1)
    bench.clock.advance(by: .milliseconds(1))
    #expect(try await bench.sender.next().request.key == task.key)
    #expect(store.list().first?.sends == 2)
    await bench.queue.stop()
  }

  @Test("an outcome that comes after the lease was lost is not written")
  func lateOutcome() async throws {
    let store = InMemoryWriteStore()
    let bench = try Bench(store: store)
    await bench.queue.start()
    try await bench.queue.enqueue(body)
    let late = try await bench.sender.next()
    let then = bench.now(of: store) + .seconds(10)
    #expect(store.claim(by: LeaseOwner("other"), until: then + .seconds(10), at: then) != nil)
    late.end(.status(400))
    await bench.queue.stop()
    #expect(store.list().first?.status == .sending)
    #expect(store.list().first?.sends == 2)
  }

  @Test("a process that slept through its own lease ends the old send before it sends again")
  func overslept() async throws {
    let bench = try Bench()
    await bench.queue.start()
    let task = try await bench.queue.enqueue(body)
    _ = try await bench.sender.next()
    bench.clock.advance(by: .seconds(10))
    let second = try await bench.sender.next()
    #expect(second.request.key == task.key)
    #expect(bench.sender.most == 1)
    second.end(.success)
    await bench.reached(.done)
    await bench.queue.stop()
  }

  @Test("a redirect within the origin is followed with the same key and body, in the same send")
  func redirected() async throws {
    let bench = try Bench()
    await bench.queue.start()
    let task = try await bench.queue.enqueue(body)
    try await bench.sender.next().end(.answered(.sample(307, location: "/b")))
    let hop = try await bench.sender.next()
    #expect(hop.request.redirectedTo == "http://127.0.0.1:8080/b")
    #expect(hop.request.key == task.key)
    #expect(hop.request.body == body)
    hop.end(.success)
    await bench.reached(.done)
    #expect(try await bench.only()?.sends == 1)
    await bench.queue.stop()
  }

  @Test("while no connection comes about, one task knocks for all, until a sync")
  func unreachable() async throws {
    let bench = try Bench(maxInFlight: 1)
    await bench.queue.start()
    try await bench.queue.enqueue(body)
    try await bench.sender.next().end(.unknown(.notConnected))
    await bench.reached(.sending)
    await bench.reached(.pending)
    for _ in 0..<5 { try await bench.queue.enqueue(body) }
    #expect(try await bench.queue.tasks().map(\.sends) == [1, 0, 0, 0, 0, 0])
    #expect(try await bench.nextWakeUp() == .milliseconds(200))
    await bench.queue.sync()
    _ = try await bench.sender.next()
    await bench.queue.stop()
  }

  @Test("the same operation twice is one task, and other content for it is refused")
  func sameOperation() async throws {
    let bench = try Bench()
    let operation = OperationID("tap-1")
    let first = try await bench.queue.enqueue(body, operation: operation)
    let again = try await bench.queue.enqueue(body, operation: operation)
    #expect(again == first)
    await #expect(throws: QueueError.operationHasOtherContent) {
      try await bench.queue.enqueue([1], operation: operation)
    }
    #expect(try await bench.queue.tasks().count == 1)
  }

  @Test("equal content enqueued twice is two tasks under two keys")
  func twoTaps() async throws {
    let bench = try Bench()
    let first = try await bench.queue.enqueue(body)
    let second = try await bench.queue.enqueue(body)
    #expect(first.id != second.id)
    #expect(first.key != second.key)
  }

  @Test("a wall clock that steps neither delays nor hurries a retry")
  func clockStep() async throws {
    for step in [Duration.seconds(86_400), .seconds(-86_400)] {
      let store = InMemoryWriteStore()
      let bench = try Bench(store: store)
      await bench.queue.start()
      try await bench.queue.enqueue(body)
      try await bench.sender.next().end(.status(503, retryAfter: ["30"]))
      await bench.reached(.sending)
      await bench.reached(.pending)
      await bench.queue.stop()
      bench.clock.stepWall(by: step)
      let relaunched = try Bench(store: store, clock: bench.clock)
      await relaunched.queue.start()
      #expect(try await bench.nextWakeUp() == .seconds(30))
      await relaunched.queue.stop()
    }
  }
}
