// Owns: task ↔ row, and which rows are damaged. Does not own: SQL that finds rows (SQLiteWriteStore).

import OfflineQueue
import SQLiteKit

enum TaskRecord {
  /// In this order wherever a row is read.
  static let columns = """
    id, operation, key, content_type, body, created_ms, checksum, \
    state, sends, failures, due_ms, floor_ms, lease_owner, diagnosis
    """

  enum Reading: Sendable {
    case task(WriteTask)
    /// Its content is lost; `id` is at least the name under which it was found.
    case damaged(id: TaskID, status: TaskStatus?, sends: Int)
  }

  static func read(_ row: borrowing SQLiteRow) -> Reading {
    let id = TaskID(row.text(0) ?? "")
    let status = row.text(7).flatMap(TaskStatus.init(rawValue:))
    let sends = Int(clamping: row.integer(8) ?? 0)
    guard let operation = row.text(1), let key = row.text(2), let contentType = row.text(3),
      let body = row.blob(4), let createdAt = row.integer(5),
      row.integer(6)
        == checksum(
          id: id.text, operation: operation, key: key, contentType: contentType, body: body,
          createdAt: createdAt),
      let validKey = IdempotencyKey(key), let delivery = delivery(row)
    else { return .damaged(id: id, status: status, sends: sends) }
    return .task(
      WriteTask(
        id: id, operation: OperationID(operation), key: validKey, body: body,
        contentType: contentType, createdAt: .milliseconds(createdAt), delivery: delivery))
  }

  /// Does not ask whether the content is whole: a send under way ends as it ends.
  static func delivery(_ row: borrowing SQLiteRow) -> Delivery? {
    guard let status = row.text(7).flatMap(TaskStatus.init(rawValue:)),
      let sends = row.integer(8), let failures = row.integer(9)
    else { return nil }
    let due = row.integer(10).map(QueueInstant.init(milliseconds:))
    let diagnosis = row.text(13).map { Diagnosis($0) }
    let state: Delivery.State
    switch status {
    case .pending:
      guard let due else { return nil }
      state = .pending(due: due)
    case .sending:
      guard let due, let owner = row.text(12) else { return nil }
      state = .sending(Lease(owner: LeaseOwner(owner), send: Int(sends), until: due))
    case .paused:
      state = .paused(diagnosis ?? Diagnosis("paused"))
    case .stopped:
      state = .stopped(diagnosis ?? Diagnosis("stopped"))
    case .done:
      state = .done
    }
    return Delivery(
      state: state, sends: Int(sends), failures: Int(failures),
      floor: row.integer(11).map(QueueInstant.init(milliseconds:)), lastFailure: diagnosis)
  }

  /// The values of `columns` for a new row.
  static func values(_ task: WriteTask) -> [SQLiteValue] {
    let createdAt = milliseconds(task.createdAt)
    return [
      .text(task.id.text), .text(task.operation.text), .text(task.key.text),
      .text(task.contentType), .blob(task.body), .integer(createdAt),
      .integer(
        checksum(
          id: task.id.text, operation: task.operation.text, key: task.key.text,
          contentType: task.contentType, body: task.body, createdAt: createdAt)),
    ] + values(task.delivery)
  }

  /// The values of the columns from `state` on.
  static func values(_ delivery: Delivery) -> [SQLiteValue] {
    [
      .text(delivery.status.rawValue), .integer(Int64(delivery.sends)),
      .integer(Int64(delivery.failures)), .integer(delivery.due?.milliseconds),
      .integer(delivery.floor?.milliseconds), .text(delivery.lease?.owner.text),
      .text((delivery.diagnosis ?? delivery.lastFailure)?.text),
    ]
  }

  /// FNV-1a, 64 bits, each part followed by its length: finds accidents, not forgers.
  private static func checksum(
    id: String, operation: String, key: String, contentType: String, body: [UInt8],
    createdAt: Int64
  ) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in [id, operation, key, contentType] {
      let bytes = Array(text.utf8)
      hash = fold(Int64(bytes.count), into: fold(bytes, into: hash))
    }
    hash = fold(Int64(body.count), into: fold(body, into: hash))
    return Int64(bitPattern: fold(createdAt, into: hash))
  }

  private static func fold(_ number: Int64, into hash: UInt64) -> UInt64 {
    fold(withUnsafeBytes(of: number.littleEndian) { Array($0) }, into: hash)
  }

  /// Over raw memory: a body of a megabyte is read at every look at the list.
  private static func fold(_ bytes: [UInt8], into start: UInt64) -> UInt64 {
    bytes.withUnsafeBufferPointer { bytes in
      var hash = start
      var index = 0
      while index < bytes.count {
        hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3
        index += 1
      }
      return hash
    }
  }

  private static func milliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
