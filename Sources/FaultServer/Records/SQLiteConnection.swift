// Owns: statements on one SQLite file. Does not own: what is stored (SQLiteRecordStore).

import CLibSQLite

enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int)
  case text(String)
  case blob([UInt8])

  var integer: Int? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  var text: String? {
    guard case .text(let value) = self else { return nil }
    return value
  }

  var blob: [UInt8]? {
    guard case .blob(let value) = self else { return nil }
    return value
  }
}

/// Used under the server's lock.
final class SQLiteConnection {
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  init(path: String) throws(FaultServerError) {
    var handle: OpaquePointer?
    // One thread at a time, by the server's lock: SQLite's own is not needed.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let status = sqlite3_open_v2(path, &handle, flags, nil)
    guard status == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw .storeFailed(reason: String(cString: sqlite3_errstr(status)))
    }
    self.handle = handle
    // Another process may hold the file for the length of one commit.
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Rows that the statement changed last.
  var changeCount: Int { Int(sqlite3_changes(handle)) }

  var lastRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// Runs statements that take and give nothing.
  func run(script: String) throws(FaultServerError) {
    try check(sqlite3_exec(handle, script, nil, nil, nil), wanted: SQLITE_OK)
  }

  /// - Returns: The rows, each with its columns in order.
  @discardableResult
  func run(_ sql: String, _ values: SQLiteValue...) throws(FaultServerError) -> [[SQLiteValue]] {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() { try bind(value, Int32(index + 1), statement) }
    var rows: [[SQLiteValue]] = []
    while true {
      let status = sqlite3_step(statement)
      if status == SQLITE_DONE { return rows }
      try check(status, wanted: SQLITE_ROW)
      rows.append((0..<sqlite3_column_count(statement)).map { column($0, statement) })
    }
  }

  private func prepared(_ sql: String) throws(FaultServerError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil), wanted: SQLITE_OK)
    guard let statement else { throw .storeFailed(reason: "an empty statement") }
    statements[sql] = statement
    return statement
  }

  private func bind(
    _ value: SQLiteValue, _ index: Int32, _ statement: OpaquePointer
  ) throws(FaultServerError) {
    // SQLITE_TRANSIENT: SQLite copies before it returns.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let status: Int32
    switch value {
    case .null: status = sqlite3_bind_null(statement, index)
    case .integer(let number): status = sqlite3_bind_int64(statement, index, Int64(number))
    case .text(let text): status = sqlite3_bind_text(statement, index, text, -1, copies)
    case .blob(let bytes):
      // An empty array may have no address, and that would be NULL.
      status =
        bytes.isEmpty
        ? sqlite3_bind_zeroblob(statement, index, 0)
        : sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), copies)
    }
    try check(status, wanted: SQLITE_OK)
  }

  private func column(_ index: Int32, _ statement: OpaquePointer) -> SQLiteValue {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, index)))
    case SQLITE_TEXT:
      let count = Int(sqlite3_column_bytes(statement, index))
      let bytes = UnsafeBufferPointer(start: sqlite3_column_text(statement, index), count: count)
      return .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(statement, index))
      return .blob(
        Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, index), count: count)))
    default: return .null
    }
  }

  private func check(_ status: Int32, wanted: Int32) throws(FaultServerError) {
    // The text of the status alone: the text of the error may quote the statement's values.
    guard status == wanted else {
      throw .storeFailed(reason: String(cString: sqlite3_errstr(status)))
    }
  }
}
