// Owns: binding and reading values. Does not own: when a statement runs (SQLiteConnection).

import CLibSQLite

enum SQLiteValue {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  static func text(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
  static func integer(_ number: Int64?) -> SQLiteValue { number.map { .integer($0) } ?? .null }
}

final class SQLiteStatement {
  fileprivate let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  func finalize() { sqlite3_finalize(handle) }

  func step() -> Int32 { sqlite3_step(handle) }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func bind(_ values: [SQLiteValue]) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let status =
        switch value {
        case .null: sqlite3_bind_null(handle, place)
        case .integer(let number): sqlite3_bind_int64(handle, place, number)
        case .text(let text):
          sqlite3_bind_text(handle, place, text, Int32(text.utf8.count), Self.copied)
        case .blob(let bytes):
          // A nil pointer would bind NULL, and an empty array may have one.
          bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, place, 0)
            : sqlite3_bind_blob64(
              handle, place, bytes, sqlite3_uint64(bytes.count), Self.copied)
        }
      precondition(status == SQLITE_OK, "binding value \(place): SQLite code \(status)")
    }
  }

  /// `SQLITE_TRANSIENT`, a cast that Swift does not import.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

/// The row on which a statement stands; only within the call that it is handed to.
struct SQLiteRow: ~Copyable {
  let statement: SQLiteStatement

  /// `nil` where the column holds anything else.
  func integer(_ column: Int32) -> Int64? {
    guard sqlite3_column_type(statement.handle, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement.handle, column)
  }

  func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(statement.handle, column) == SQLITE_TEXT,
      let bytes = sqlite3_column_text(statement.handle, column)
    else { return nil }
    let count = Int(sqlite3_column_bytes(statement.handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func blob(_ column: Int32) -> [UInt8]? {
    guard sqlite3_column_type(statement.handle, column) == SQLITE_BLOB else { return nil }
    let count = Int(sqlite3_column_bytes(statement.handle, column))
    guard count > 0, let bytes = sqlite3_column_blob(statement.handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
