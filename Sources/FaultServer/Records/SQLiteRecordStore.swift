// Owns: records that outlive the server, in one file.
// That a key has one record is the file's own constraint, so it holds for several processes too.

import AcceptanceModel
import SQLiteKit
import StrictJSON

final class SQLiteRecordStore: RecordStore {
  private let file: RecordFile

  /// Makes the file where there is none.
  init(path: String) throws(FaultServerError) {
    file = try RecordFile(path: path)
    guard try Self.isOurs(file) else { throw .storeForeign }
    // Every commit is on the disk before its answer: FULL waits for it.
    try file.run(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE IF NOT EXISTS records (
        number INTEGER PRIMARY KEY, key BLOB UNIQUE, payload BLOB NOT NULL,
        made_at INTEGER NOT NULL
      );
      CREATE TABLE IF NOT EXISTS attempts (key BLOB PRIMARY KEY, count INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, answer TEXT NOT NULL);
      """)
  }

  /// Whether the file is empty, or has our tables and no others. Nothing is written.
  private static func isOurs(_ file: RecordFile) throws(FaultServerError) -> Bool {
    let names = try file.rows(
      "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
    ).map { $0.first?.text ?? "" }
    guard !names.isEmpty else { return true }
    guard names == ["answers", "attempts", "records"] else { return false }
    let columns = try file.rows("SELECT name FROM pragma_table_info('records') ORDER BY cid")
    return columns.map { $0.first?.text ?? "" } == ["number", "key", "payload", "made_at"]
  }

  func begin() throws(FaultServerError) { try file.rows("BEGIN IMMEDIATE") }

  func commit() throws(FaultServerError) { try file.rows("COMMIT") }

  func rollBack() throws(FaultServerError) { try file.rollBack(doing: "take the changes back") }

  func record(for key: IdempotencyKey) throws(FaultServerError) -> StoredRecord? {
    try first(
      try file.rows("SELECT number, key, payload, made_at FROM records WHERE key = ?", blob(key)))
  }

  func record(_ number: RecordNumber) throws(FaultServerError) -> StoredRecord? {
    try first(
      try file.rows(
        "SELECT number, key, payload, made_at FROM records WHERE number = ?",
        .integer(Int64(number.number))))
  }

  func latest(_ limit: Int) throws(FaultServerError) -> [StoredRecord] {
    let rows = try file.rows(
      "SELECT number, key, payload, made_at FROM records ORDER BY number DESC LIMIT ?",
      .integer(Int64(limit)))
    var records: [StoredRecord] = []
    for row in rows { records.append(try record(row)) }
    return records
  }

  func record(notFor key: IdempotencyKey?) throws(FaultServerError) -> StoredRecord? {
    try first(
      try file.rows(
        """
        SELECT number, key, payload, made_at FROM records
        WHERE key IS NOT NULL AND key IS NOT ? ORDER BY number LIMIT 1
        """, key.map(blob) ?? .null))
  }

  func insert(
    key: IdempotencyKey?, payload: [UInt8], madeAt: Int
  ) throws(FaultServerError) -> StoredRecord {
    try file.rows(
      "INSERT INTO records (key, payload, made_at) VALUES (?, ?, ?)", key.map(blob) ?? .null,
      .blob(payload), .integer(Int64(madeAt)))
    return StoredRecord(
      number: RecordNumber(Int(file.lastRow)), key: key, payload: payload, madeAt: madeAt)
  }

  func bind(_ key: IdempotencyKey, to record: RecordNumber) throws(FaultServerError) {
    try file.rows(
      "UPDATE records SET key = ? WHERE number = ?", blob(key), .integer(Int64(record.number)))
  }

  func forget(_ key: IdempotencyKey) throws(FaultServerError) {
    try file.rows("UPDATE records SET key = NULL WHERE key = ?", blob(key))
    try file.rows("DELETE FROM attempts WHERE key = ?", blob(key))
    try file.rows("DELETE FROM answers WHERE key = ?", blob(key))
  }

  func replacePayload(
    of record: RecordNumber, with payload: [UInt8]
  ) throws(FaultServerError) {
    try file.rows(
      "UPDATE records SET payload = ? WHERE number = ?", .blob(payload),
      .integer(Int64(record.number)))
  }

  func saveAnswer(_ answer: Answer, for key: IdempotencyKey) throws(FaultServerError) {
    let text = String(decoding: JSONWriter.bytes(of: AnswerCoding.json(answer)), as: UTF8.self)
    try file.rows(
      "INSERT OR REPLACE INTO answers (key, answer) VALUES (?, ?)", blob(key), .text(text))
  }

  func answer(for key: IdempotencyKey) throws(FaultServerError) -> Answer? {
    let rows = try file.rows("SELECT answer FROM answers WHERE key = ?", blob(key))
    guard let text = rows.first?.first?.text else { return nil }
    guard let json = PermissiveJSON.parse(Array(text.utf8)), let answer = AnswerCoding.answer(json)
    else { throw .storeFailed(reason: "a stored answer cannot be read") }
    return answer
  }

  func countAttempt(_ key: IdempotencyKey) throws(FaultServerError) -> Int {
    let rows = try file.rows(
      """
      INSERT INTO attempts (key, count) VALUES (?, 1)
      ON CONFLICT (key) DO UPDATE SET count = count + 1 RETURNING count
      """, blob(key))
    guard let count = rows.first?.first?.integer else {
      throw .storeFailed(reason: "an attempt could not be counted")
    }
    return Int(count)
  }

  func recordCount() throws(FaultServerError) -> Int {
    Int(try file.rows("SELECT count(*) FROM records").first?.first?.integer ?? 0)
  }

  func removeAll() throws(FaultServerError) {
    try file.run("DELETE FROM records; DELETE FROM attempts; DELETE FROM answers;")
  }

  /// Bytes, not text: a key is opaque, and text would be cut at a NUL.
  private func blob(_ key: IdempotencyKey) -> SQLiteValue { .blob(Array(key.text.utf8)) }

  private func first(_ rows: [[SQLiteValue]]) throws(FaultServerError) -> StoredRecord? {
    guard let row = rows.first else { return nil }
    return try record(row)
  }

  private func record(_ row: [SQLiteValue]) throws(FaultServerError) -> StoredRecord {
    guard row.count == 4, let number = row[0].integer, let payload = row[2].blob,
      let madeAt = row[3].integer
    else { throw .storeFailed(reason: "a record cannot be read") }
    return StoredRecord(
      number: RecordNumber(Int(number)),
      key: row[1].blob.map { IdempotencyKey(String(decoding: $0, as: UTF8.self)) },
      payload: payload, madeAt: Int(madeAt))
  }
}
