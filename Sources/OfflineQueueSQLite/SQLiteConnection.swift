// Owns: one connection: opening, statements, transactions. Does not own: what is stored.

import CLibSQLite

/// Used by one thread at a time: `SQLiteWriteStore` holds it inside its lock.
final class SQLiteConnection {
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  enum Manner {
    /// Reads and writes; makes the file where there is none.
    case shared
    /// For reading on a disk that takes no writes: has the file alone, so it needs no shared
    /// memory beside it. Opened for writing all the same, as an exclusive lock asks for it.
    case readingAlone
  }

  init(path: String, manner: Manner, busyTimeout: Duration) throws(SQLiteStoreError) {
    let flags =
      switch manner {
      case .shared: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
      case .readingAlone: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
      }
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw .refused(doing: "open its file", code: Int(status)) }
    handle = opened
    guard status == SQLITE_OK else {
      throw Self.error(sqlite3_extended_errcode(opened), doing: "open its file")
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, busyTimeout.wholeMilliseconds)
    if manner == .readingAlone { try run("PRAGMA locking_mode=EXCLUSIVE") }
  }

  deinit {
    for statement in statements.values { statement.finalize() }
    sqlite3_close_v2(handle)
  }

  /// Runs statements that return no rows of interest.
  func run(_ sql: String) throws(SQLiteStoreError) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw Self.error(status, doing: "prepare its file") }
  }

  /// Runs one statement and hands each row to `read`; the change is durable on return.
  func query(
    _ sql: String, _ values: [SQLiteValue] = [], doing action: String,
    read: (borrowing SQLiteRow) -> Void = { _ in }
  ) throws(SQLiteStoreError) {
    let statement = try prepared(sql, doing: action)
    defer { statement.reset() }
    statement.bind(values)
    while true {
      let status = statement.step()
      switch status {
      case SQLITE_ROW: read(SQLiteRow(statement: statement))
      case SQLITE_DONE: return
      default: throw Self.error(status, doing: action)
      }
    }
  }

  /// Rows changed by the last statement.
  var changeCount: Int { Int(sqlite3_changes(handle)) }

  /// Takes the write lock first, so that what `body` reads can't change before it writes.
  func transaction<Result>(
    doing action: String, _ body: () throws(SQLiteStoreError) -> Result
  ) throws(SQLiteStoreError) -> Result {
    try query("BEGIN IMMEDIATE", doing: action)
    do throws(SQLiteStoreError) {
      let result = try body()
      try query("COMMIT", doing: action)
      return result
    } catch {
      // After some errors SQLite has rolled back by itself, and a second time would be another.
      if sqlite3_get_autocommit(handle) == 0 { try query("ROLLBACK", doing: action) }
      throw error
    }
  }

  private func prepared(
    _ sql: String, doing action: String
  ) throws(SQLiteStoreError) -> SQLiteStatement {
    if let known = statements[sql] { return known }
    var raw: OpaquePointer?
    let status = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, nil)
    guard status == SQLITE_OK, let raw else { throw Self.error(status, doing: action) }
    let statement = SQLiteStatement(raw)
    statements[sql] = statement
    return statement
  }

  private static func error(_ code: Int32, doing action: String) -> SQLiteStoreError {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy(doing: action)
    case SQLITE_NOTADB, SQLITE_CORRUPT: .notAStore
    default: .refused(doing: action, code: Int(code))
    }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard (0..<2_000_000).contains(seconds) else { return seconds < 0 ? 0 : 2_000_000_000 }
    return Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
