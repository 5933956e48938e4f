// Owns: tasks in one JSON file that is written whole at each change, as small apps do it.

import OfflineQueue
import StrictJSON
import Synchronization
import SystemLibrary

final class FileStore: WriteStore {
  enum Manner: Sendable {
    /// Emptied, written, synced.
    case inPlace
    /// Another file, renamed over it; never synced.
    case renamed
    /// The same, synced so much later that the acknowledgement comes first.
    case syncedLate
  }

  private struct Contents {
    var tasks: [TaskID: WriteTask] = [:]
    var order: [TaskID] = []
  }

  /// Longer than an acknowledgement takes to be written.
  private static let lateness: UInt32 = 30_000

  private let path: String
  private let manner: Manner
  private let memory = InMemoryWriteStore()
  private let contents = Mutex(Contents())

  init(path: String, manner: Manner) {
    self.path = path
    self.manner = manner
    for task in Self.read(path) {
      contents.withLock { contents in
        contents.tasks[task.id] = task
        contents.order.append(task.id)
      }
      _ = memory.insert(task)
    }
  }

  func agreeOnTime(_ reading: ClockReading) -> TimeLine { memory.agreeOnTime(reading) }

  func insert(_ task: WriteTask) throws -> WriteTask {
    try contents.withLock { contents in
      contents.tasks[task.id] = task
      contents.order.append(task.id)
      try write(contents)
    }
    return memory.insert(task)
  }

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    guard let task = memory.claim(by: owner, until: until, at: now) else { return nil }
    try contents.withLock { contents in
      contents.tasks[task.id]?.delivery = task.delivery
      try write(contents)
    }
    return task
  }

  func nextDue() -> QueueInstant? { memory.nextDue() }

  func apply(
    _ event: Delivery.Event, to id: TaskID, under lease: Lease?
  ) throws -> Delivery? {
    guard let delivery = memory.apply(event, to: id, under: lease) else { return nil }
    try contents.withLock { contents in
      contents.tasks[id]?.delivery = delivery
      try write(contents)
    }
    return delivery
  }

  func syncAll(at now: QueueInstant) { memory.syncAll(at: now) }

  func list() -> [TaskListing] { memory.list() }

  func remove(_ id: TaskID) throws -> Bool {
    guard memory.remove(id) else { return false }
    try contents.withLock { contents in
      contents.tasks[id] = nil
      contents.order.removeAll { $0 == id }
      try write(contents)
    }
    return true
  }

  func removeDone(before instant: QueueInstant) { memory.removeDone(before: instant) }

  // MARK: - The file

  private func write(_ contents: Contents) throws {
    let tasks = contents.order.compactMap { contents.tasks[$0] }
    let bytes = JSONWriter.bytes(of: .array(tasks.map(Self.value)))
    let target = manner == .inPlace ? path : path + ".new"
    try Self.write(bytes, to: target, syncs: manner == .inPlace)
    guard manner != .inPlace else { return }
    guard systemRename(target, path) == 0 else { throw QueueError.queueStopped }
    if manner == .syncedLate { syncLater() }
  }

  private static func write(_ bytes: [UInt8], to path: String, syncs: Bool) throws {
    let file = systemOpen(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw QueueError.queueStopped }
    defer { systemClose(file) }
    guard systemWrite(file, bytes, bytes.count) == bytes.count else {
      throw QueueError.queueStopped
    }
    if syncs { _ = fsync(file) }
  }

  private func syncLater() {
    let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
    Task.detached { [path] in
      usleep(Self.lateness)
      for name in [path, folder] {
        let file = systemOpen(name, O_RDONLY | O_CLOEXEC, 0)
        guard file >= 0 else { continue }
        _ = fsync(file)
        systemClose(file)
      }
    }
  }

  private static func value(_ task: WriteTask) -> JSONValue {
    .object([
      "id": .string(task.id.text), "operation": .string(task.operation.text),
      "key": .string(task.key.text), "type": .string(task.contentType),
      "body": .string(String(decoding: task.body, as: UTF8.self)),
      "state": .string(task.delivery.status.rawValue),
    ])
  }

  /// A file that cannot be read counts as empty: such a client starts from scratch.
  private static func read(_ path: String) -> [WriteTask] {
    guard let bytes = contents(of: path), let parsed = try? JSONParser.parse(bytes) else {
      return []
    }
    return (parsed.value.arrayValue ?? []).compactMap(task)
  }

  private static func contents(of path: String) -> [UInt8]? {
    let file = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
    guard file >= 0 else { return nil }
    defer { systemClose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = systemRead(file, &buffer, buffer.count)
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += buffer[..<count]
    }
  }

  private static func task(_ value: JSONValue) -> WriteTask? {
    guard let id = value["id"]?.stringValue, let operation = value["operation"]?.stringValue,
      let key = value["key"]?.stringValue.flatMap({ IdempotencyKey($0) }),
      let type = value["type"]?.stringValue, let body = value["body"]?.stringValue,
      let status = value["state"]?.stringValue.flatMap(TaskStatus.init(rawValue:))
    else { return nil }
    let state: Delivery.State =
      switch status {
      case .done: .done
      case .stopped: .stopped(Diagnosis("stopped before the relaunch"))
      case .paused: .paused(Diagnosis("paused before the relaunch"))
      case .pending, .sending: .pending(due: QueueInstant(milliseconds: 0))
      }
    return WriteTask(
      id: TaskID(id), operation: OperationID(operation), key: key, body: Array(body.utf8),
      contentType: type, createdAt: .zero,
      delivery: Delivery(state: state, sends: 0, failures: 0, floor: nil, lastFailure: nil))
  }
}
