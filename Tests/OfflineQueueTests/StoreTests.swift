// Owns: what every store must do, on both stores alike.

import OfflineQueue
import OfflineQueueSQLite
import Testing

/// Both kinds; the SQLite one in a folder that goes away with `body`.
private func onEachStore(_ body: (any WriteStore) throws -> Void) throws {
  try body(InMemoryWriteStore())
  try withFolder { folder in try body(SQLiteWriteStore(path: folder + "/queue.sqlite3")) }
}

@Suite struct StoreTests {
  private let me = LeaseOwner("me")
  private let other = LeaseOwner("other")

  @Test("what was inserted is listed and claimed as it was, oldest due first")
  func insertAndClaim() throws {
    try onEachStore { store in
      let tasks = [
        try sampleTask("b", body: [], due: 20), try sampleTask("a", body: [0, 255], due: 10),
        try sampleTask("c", due: 20),
      ]
      for task in tasks { #expect(try store.insert(task) == task) }
      #expect(try store.list() == tasks.map(TaskListing.init))
      #expect(try store.nextDue() == .at(10))
      #expect(try store.claim(by: me, until: .at(100), at: .at(9)) == nil)
      let claimed = try (1...4).map { _ in
        try store.claim(by: me, until: .at(100), at: .at(50))
      }
      #expect(claimed.map { $0?.id.text } == ["task-a", "task-b", "task-c", nil])
      #expect(claimed[0]?.body == [0, 255])
      #expect(claimed[1]?.body == [])
      #expect(claimed[0]?.key == tasks[1].key)
      #expect(try store.nextDue() == .at(100))
    }
  }

  @Test("an operation that is there already gives its task back and adds none")
  func repeatedOperation() throws {
    try onEachStore { store in
      let first = try sampleTask("a")
      _ = try store.insert(first)
      let again = WriteTask(
        id: TaskID("x"), operation: first.operation, key: try sampleKey("other-key"), body: [1],
        contentType: "text/plain", createdAt: .zero, delivery: Delivery(due: .at(0)))
      #expect(try store.insert(again) == first)
      #expect(try store.list().count == 1)
    }
  }

  @Test("events reach a task as its machine says, and only under the lease that is held")
  func apply() throws {
    try onEachStore { store in
      let task = try sampleTask("a")
      _ = try store.insert(task)
      let first = try #require(try store.claim(by: me, until: .at(10), at: .at(0))?.delivery.lease)
      let second = try #require(
        try store.claim(by: other, until: .at(20), at: .at(10))?.delivery.lease)
      #expect(second.send == 2)
      let done = Delivery.Event.ruled(.done, at: .at(11), retry: .whole)
      #expect(try store.apply(done, to: task.id, under: first) == nil)
      #expect(try store.list().first?.status == .sending)

      let keep = Delivery.Event.ruled(
        .keep(Diagnosis("HTTP 503"), floor: .seconds(7)), at: .at(12), retry: .whole)
      let kept = try #require(try store.apply(keep, to: task.id, under: second))
      #expect(kept.state == .pending(due: .at(7012)))
      #expect(try store.list().first?.diagnosis == Diagnosis("HTTP 503"))
      #expect(try store.nextDue() == .at(7012))
      #expect(try store.apply(done, to: TaskID("nobody"), under: nil) == nil)
    }
  }

  @Test("a sync does to every task what the machine does to each")
  func sync() throws {
    try onEachStore { store in
      let rulings: [(String, Disposition)] = [
        ("kept", .keep(Diagnosis("HTTP 503"), floor: nil)),
        ("floored", .keep(Diagnosis("HTTP 429"), floor: .seconds(9))),
        ("paused", .pause(Diagnosis("HTTP 401"), floor: nil)),
        ("paused-floored", .pause(Diagnosis("HTTP 403"), floor: .seconds(9))),
        ("stopped", .stop(Diagnosis("HTTP 400"))), ("done", .done),
      ]
      var expected: [Delivery] = []
      for (name, disposition) in rulings {
        let task = try store.insert(try sampleTask(name))
        _ = try store.claim(by: me, until: .at(10), at: .at(0))
        var delivery = try #require(
          try store.apply(.ruled(disposition, at: .at(5), retry: .whole), to: task.id, under: nil))
        _ = delivery.handle(.synced(at: .at(50)))
        expected.append(delivery)
      }
      _ = try store.insert(try sampleTask("sending"))
      let sending = try #require(try store.claim(by: me, until: .at(99), at: .at(0)))
      expected.append(sending.delivery)
      try store.syncAll(at: .at(50))
      let found = try store.list()
      #expect(found.map(\.status) == expected.map(\.status))
      #expect(found.map(\.due) == expected.map(\.due))
      #expect(found.map(\.diagnosis) == expected.map(\.diagnosis))
      #expect(found.map(\.sends) == expected.map(\.sends))
    }
  }

  @Test("a task is removed unless it is being sent; old done ones go, others stay")
  func remove() throws {
    try onEachStore { store in
      for name in ["a", "b", "c"] { _ = try store.insert(try sampleTask(name)) }
      _ = try store.claim(by: me, until: .at(10), at: .at(0))
      #expect(try store.remove(TaskID("task-a")) == false)
      #expect(try store.remove(TaskID("task-b")))
      #expect(try store.remove(TaskID("task-b")) == false)
      _ = try store.apply(
        .ruled(.done, at: .at(5), retry: .whole), to: TaskID("task-a"), under: nil)
      try store.removeDone(before: .at(5))
      #expect(try store.list().map(\.id.text) == ["task-a", "task-c"])
      try store.removeDone(before: .at(6))
      #expect(try store.list().map(\.id.text) == ["task-c"])
    }
  }

  @Test("all users of a store agree on one line of time, whatever their wall clocks say")
  func timeLine() throws {
    try onEachStore { store in
      let first = ClockReading(wall: .seconds(1000), uptime: .seconds(10), boot: "b")
      let later = ClockReading(wall: .seconds(9), uptime: .seconds(11), boot: "b")
      let line = try store.agreeOnTime(first)
      #expect(line.instant(at: first) == .at(1_000_000))
      #expect(try store.agreeOnTime(later).instant(at: later) == .at(1_001_000))
    }
  }
}
