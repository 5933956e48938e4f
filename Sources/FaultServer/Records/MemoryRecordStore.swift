// Owns: records that end with the server.

import AcceptanceModel

final class MemoryRecordStore: RecordStore {
  private var records: [StoredRecord] = []
  private var indexOfKey: [IdempotencyKey: Int] = [:]
  private var attempts: [IdempotencyKey: Int] = [:]
  private var answers: [IdempotencyKey: Answer] = [:]

  func begin() {}

  func commit() {}

  func rollBack() {}

  func record(for key: IdempotencyKey) -> StoredRecord? { indexOfKey[key].map { records[$0] } }

  func record(_ number: RecordNumber) -> StoredRecord? {
    records.indices.contains(number.number - 1) ? records[number.number - 1] : nil
  }

  func latest(_ limit: Int) -> [StoredRecord] { records.suffix(limit).reversed() }

  func record(notFor key: IdempotencyKey?) -> StoredRecord? {
    records.first { $0.key != nil && $0.key != key }
  }

  func insert(key: IdempotencyKey?, payload: [UInt8], madeAt: Int) -> StoredRecord {
    let record = StoredRecord(
      number: RecordNumber(records.count + 1), key: key, payload: payload, madeAt: madeAt)
    if let key {
      precondition(indexOfKey[key] == nil, "a second record under one key")
      indexOfKey[key] = records.count
    }
    records.append(record)
    return record
  }

  func bind(_ key: IdempotencyKey, to record: RecordNumber) {
    precondition(indexOfKey[key] == nil, "a second record under one key")
    indexOfKey[key] = record.number - 1
    records[record.number - 1].key = key
  }

  func forget(_ key: IdempotencyKey) {
    if let index = indexOfKey.removeValue(forKey: key) { records[index].key = nil }
    attempts[key] = nil
    answers[key] = nil
  }

  func replacePayload(of record: RecordNumber, with payload: [UInt8]) {
    records[record.number - 1].payload = payload
  }

  func saveAnswer(_ answer: Answer, for key: IdempotencyKey) { answers[key] = answer }

  func answer(for key: IdempotencyKey) -> Answer? { answers[key] }

  func countAttempt(_ key: IdempotencyKey) -> Int {
    let count = (attempts[key] ?? 0) + 1
    attempts[key] = count
    return count
  }

  func recordCount() -> Int { records.count }

  func removeAll() {
    records = []
    indexOfKey = [:]
    attempts = [:]
    answers = [:]
  }
}
