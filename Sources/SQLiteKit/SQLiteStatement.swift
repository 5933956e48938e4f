// Owns: binding and reading values. Does not own: when a statement runs (SQLiteConnection).

import CLibSQLite

package enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  package static func text(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
  package static func integer(_ number: Int64?) -> SQLiteValue {
    number.map { .integer($0) } ?? .null
  }

  package var integer: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  package var text: String? {
    guard case .text(let value) = self else { return nil }
    return value
  }

  package var blob: [UInt8]? {
    guard case .blob(let value) = self else { return nil }
    return value
  }
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

/// The current row of a statement; only within the call that it is handed to.
package struct SQLiteRow: ~Copyable {
  let statement: SQLiteStatement

  /// `nil` where the column holds anything else.
  package func integer(_ column: Int32) -> Int64? {
    guard sqlite3_column_type(statement.handle, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement.handle, column)
  }

  package func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(statement.handle, column) == SQLITE_TEXT,
      let bytes = sqlite3_column_text(statement.handle, column)
    else { return nil }
    let count = Int(sqlite3_column_bytes(statement.handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  package func blob(_ column: Int32) -> [UInt8]? {
    guard sqlite3_column_type(statement.handle, column) == SQLITE_BLOB else { return nil }
    let count = Int(sqlite3_column_bytes(statement.handle, column))
    guard count > 0, let bytes = sqlite3_column_blob(statement.handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// All columns, in order.
  package var values: [SQLiteValue] {
    (0..<sqlite3_column_count(statement.handle)).map { column in
      integer(column).map { .integer($0) } ?? text(column).map { .text($0) }
        ?? blob(column).map { .blob($0) } ?? .null
    }
  }
}
