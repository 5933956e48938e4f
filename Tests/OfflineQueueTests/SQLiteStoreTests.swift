// Owns: what only the durable store can show: files, two connections, damage, refusals.

import Foundation
import OfflineQueue
import OfflineQueueSQLite
import Testing

@Suite(.timeLimit(.minutes(1))) struct SQLiteStoreTests {
  private let now: QueueInstant = .at(1000)

  private func store(_ folder: String) -> SQLiteWriteStore {
    SQLiteWriteStore(path: folder + "/queue.sqlite3")
  }

  @Test("of two connections that race for tasks, each task goes to exactly one")
  func race() async throws {
    try await withFolderAwaiting { folder in
      let count = 100
      let first = store(folder)
      for number in 0..<count { _ = try first.insert(try sampleTask("\(number)")) }
      let claims = try await withThrowingTaskGroup(of: [TaskID].self) { group in
        for owner in ["a", "b", "c"] {
          group.addTask {
            let store = store(folder)
            defer { store.close() }
            var claimed: [TaskID] = []
            while let task = try store.claim(by: LeaseOwner(owner), until: .at(9999), at: now) {
              claimed.append(task.id)
            }
            return claimed
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(claims.count == count)
      #expect(Set(claims).count == count)
    }
  }

  @Test("several processes may make the file at the same time")
  func simultaneousCreation() async throws {
    try await withFolderAwaiting { folder in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            let store = store(folder)
            defer { store.close() }
            _ = try store.insert(try sampleTask("\(number)"))
          }
        }
        try await group.waitForAll()
      }
      #expect(try store(folder).list().count == 8)
    }
  }

  @Test("tasks, keys, bodies and leases are there after closing and opening again")
  func reopened() throws {
    try withFolder { folder in
      let task = try sampleTask("a")
      let first = store(folder)
      _ = try first.insert(task)
      _ = try first.claim(by: LeaseOwner("dead"), until: .at(2000), at: now)
      first.close()
      #expect(throws: SQLiteStoreError.closed) { try first.list() }

      let second = store(folder)
      #expect(try second.claim(by: LeaseOwner("b"), until: .at(9000), at: .at(1999)) == nil)
      let taken = try #require(
        try second.claim(by: LeaseOwner("b"), until: .at(9000), at: .at(2000)))
      #expect(taken.body == task.body)
      #expect(taken.key == task.key)
      #expect(taken.delivery.sends == 2)
    }
  }

  @Test("a released store has let go of its file, and opens it again at the next use")
  func released() throws {
    try withFolder { folder in
      let store = store(folder)
      let task = try store.insert(try sampleTask("a"))
      let shared = folder + "/queue.sqlite3-shm"
      #expect(FileManager.default.fileExists(atPath: shared))
      store.release()
      // SQLite removes it with the last connection; a lock could not be held without it.
      #expect(!FileManager.default.fileExists(atPath: shared))
      #expect(try store.list().map(\.id) == [task.id])
      #expect(FileManager.default.fileExists(atPath: shared))
      store.close()
      store.release()
      #expect(throws: SQLiteStoreError.closed) { try store.list() }
    }
  }

  @Test("a write torn in the log takes nothing with it that was durable before")
  func tornWrite() throws {
    try withFolder { folder in
      let source = store(folder)
      for name in ["a", "b", "c"] { _ = try source.insert(try sampleTask(name)) }
      // The files as a crash would leave them, the last frame of the log cut in half.
      let copy = folder + "/copy"
      try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: folder + "/queue.sqlite3", toPath: copy + "/queue.sqlite3")
      let log = try Data(contentsOf: URL(fileURLWithPath: folder + "/queue.sqlite3-wal"))
      try #require(log.count > 10_000)
      try log.dropLast(2000).write(to: URL(fileURLWithPath: copy + "/queue.sqlite3-wal"))

      let torn = store(copy)
      #expect(try torn.list().map(\.id.text) == ["task-a", "task-b"])
      _ = try torn.insert(try sampleTask("d"))
      #expect(try torn.list().count == 3)
      torn.close()
      source.close()
    }
  }

  @Test("a damaged record among three is listed as stopped, and the others are sent")
  func damaged() throws {
    try withFolder { folder in
      let store = store(folder)
      for name in ["a", "b", "c"] { _ = try store.insert(try sampleTask(name)) }
      #expect(try store.damageRecord(of: TaskID("task-b")))
      #expect(try store.damageRecord(of: TaskID("task-x")) == false)
      let listed = try store.list()
      #expect(listed.map(\.status) == [.pending, .stopped, .pending])
      #expect(listed[1].diagnosis == .damagedRecord)
      #expect(listed[1].contents == nil)

      let claimed = try (1...3).map { _ in
        try store.claim(by: LeaseOwner("me"), until: .at(9000), at: now)?.id.text
      }
      #expect(claimed == ["task-a", "task-c", nil])
      #expect(try store.nextDue() == .at(9000))
      store.close()
    }
  }

  @Test("a file that is no store is refused and left as it is")
  func foreignFile() throws {
    try withFolder { folder in
      let path = folder + "/queue.sqlite3"
      let text = Data(String(repeating: "no database at all. ", count: 100).utf8)
      try text.write(to: URL(fileURLWithPath: path))
      let store = store(folder)
      #expect(throws: SQLiteStoreError.notAStore) { try store.list() }
      #expect(throws: SQLiteStoreError.notAStore) { try store.insert(try sampleTask("a")) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
    }
  }

  @Test("a store that can't be opened throws, and works once it can")
  func openedLater() throws {
    try withFolder { folder in
      let store = SQLiteWriteStore(path: folder + "/later/queue.sqlite3")
      #expect(throws: SQLiteStoreError.self) { try store.insert(try sampleTask("a")) }
      try FileManager.default.createDirectory(
        atPath: folder + "/later", withIntermediateDirectories: true)
      _ = try store.insert(try sampleTask("a"))
      #expect(try store.list().count == 1)
      store.close()
    }
  }

  @Test("the file is readable for its owner alone")
  func permissions() throws {
    try withFolder { folder in
      let store = store(folder)
      _ = try store.insert(try sampleTask("a"))
      for suffix in ["", "-wal", "-shm"] {
        let attributes = try FileManager.default.attributesOfItem(
          atPath: folder + "/queue.sqlite3" + suffix)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }
      store.close()
    }
  }

  @Test("after a restart with the wall clock set back, time goes on from the last use")
  func restartedMachine() throws {
    try withFolder { folder in
      let store = store(folder)
      _ = try store.insert(try sampleTask("a", due: 5_000_000))
      _ = try store.agreeOnTime(
        ClockReading(wall: .seconds(5000), uptime: .seconds(10), boot: "b1"))
      let reading = ClockReading(wall: .zero, uptime: .seconds(1), boot: "b2")
      #expect(try store.agreeOnTime(reading).instant(at: reading) == .at(5_000_000))
      let ahead = ClockReading(wall: .seconds(6000), uptime: .seconds(1), boot: "b3")
      #expect(try store.agreeOnTime(ahead).instant(at: ahead) == .at(6_000_000))
      store.close()
    }
  }
}
