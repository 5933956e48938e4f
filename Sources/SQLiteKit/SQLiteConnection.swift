// SQLite for the queue's store and for the fault server's: one connection, its statements and
// transactions. What is stored, and what an error means there, is the owner's to say.

import CLibSQLite

/// What SQLite refused.
package struct SQLiteFailure: Error {
  /// An extended result code.
  package let code: Int32
  /// What the statement was for, as an infinitive.
  package let action: String

  /// SQLite's text for the code. The text of the error itself may quote values.
  package var text: String { String(cString: sqlite3_errstr(code)) }
}

/// Used by one thread at a time: its owner holds it inside a lock.
package final class SQLiteConnection<Failure: Error> {
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  private let failure: (SQLiteFailure) -> Failure

  package enum Manner {
    /// Reads and writes; makes the file where there is none.
    case shared
    /// For reading on a disk that takes no writes: has the file alone, so it needs no shared
    /// memory beside it. Opened for writing all the same, as an exclusive lock asks for it.
    case readingAlone
  }

  /// - Parameters:
  ///   - busyTimeout: How long a statement waits for another process's lock.
  ///   - failure: The owner's error for what SQLite refused.
  package init(
    path: String, manner: Manner, busyTimeout: Duration,
    failure: @escaping (SQLiteFailure) -> Failure
  ) throws(Failure) {
    self.failure = failure
    let flags =
      switch manner {
      case .shared: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
      case .readingAlone: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
      }
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw failure(SQLiteFailure(code: status, action: Self.opening)) }
    handle = opened
    guard status == SQLITE_OK else {
      throw failure(SQLiteFailure(code: sqlite3_extended_errcode(opened), action: Self.opening))
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
  package func run(_ sql: String) throws(Failure) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else {
      throw failure(SQLiteFailure(code: status, action: "prepare its file"))
    }
  }

  /// Runs one statement and hands each row to `read`; the change is durable on return.
  package func query(
    _ sql: String, _ values: [SQLiteValue] = [], doing action: String,
    read: (borrowing SQLiteRow) -> Void = { _ in }
  ) throws(Failure) {
    let statement = try prepared(sql, doing: action)
    defer { statement.reset() }
    statement.bind(values)
    while true {
      let status = statement.step()
      switch status {
      case SQLITE_ROW: read(SQLiteRow(statement: statement))
      case SQLITE_DONE: return
      default: throw failure(SQLiteFailure(code: status, action: action))
      }
    }
  }

  /// Rows changed by the last statement.
  package var changeCount: Int { Int(sqlite3_changes(handle)) }

  package var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Takes the write lock first, so that what `body` reads can't change before it writes.
  package func transaction<Result>(
    doing action: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try query("BEGIN IMMEDIATE", doing: action)
    do throws(Failure) {
      let result = try body()
      try query("COMMIT", doing: action)
      return result
    } catch {
      try rollBack(doing: action)
      throw error
    }
  }

  /// Ends an open transaction without its changes. After some errors SQLite has rolled back by
  /// itself, and a second time would be another error.
  package func rollBack(doing action: String) throws(Failure) {
    if sqlite3_get_autocommit(handle) == 0 { try query("ROLLBACK", doing: action) }
  }

  private func prepared(
    _ sql: String, doing action: String
  ) throws(Failure) -> SQLiteStatement {
    if let known = statements[sql] { return known }
    var raw: OpaquePointer?
    let status = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, nil)
    guard status == SQLITE_OK, let raw else {
      throw failure(SQLiteFailure(code: status, action: action))
    }
    let statement = SQLiteStatement(raw)
    statements[sql] = statement
    return statement
  }

  private static var opening: String { "open its file" }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard (0..<2_000_000).contains(seconds) else { return seconds < 0 ? 0 : 2_000_000_000 }
    return Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
