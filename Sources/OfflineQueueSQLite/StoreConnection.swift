import CLibSQLite
import SQLiteKit

typealias StoreConnection = SQLiteConnection<SQLiteStoreError>

extension SQLiteConnection where Failure == SQLiteStoreError {
  convenience init(
    path: String, manner: Manner, busyTimeout: Duration
  ) throws(SQLiteStoreError) {
    try self.init(
      path: path, manner: manner, busyTimeout: busyTimeout, failure: SQLiteStoreError.init)
  }
}

extension SQLiteStoreError {
  init(_ failure: SQLiteFailure) {
    switch failure.code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(doing: failure.action)
    case SQLITE_NOTADB, SQLITE_CORRUPT: self = .notAStore
    default: self = .refused(doing: failure.action, code: Int(failure.code))
    }
  }
}
