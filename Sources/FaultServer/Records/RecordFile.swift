import SQLiteKit

/// The file of a `SQLiteRecordStore`.
typealias RecordFile = SQLiteConnection<FaultServerError>

extension SQLiteConnection where Failure == FaultServerError {
  /// Another process may hold the file for the length of one commit.
  private static var busyTimeout: Duration { .seconds(5) }

  convenience init(path: String) throws(FaultServerError) {
    try self.init(path: path, manner: .shared, busyTimeout: Self.busyTimeout) {
      .storeFailed(reason: $0.text)
    }
  }

  /// - Returns: The rows, each with its columns in order.
  @discardableResult
  func rows(_ sql: String, _ values: SQLiteValue...) throws(FaultServerError) -> [[SQLiteValue]] {
    var rows: [[SQLiteValue]] = []
    try query(sql, values, doing: "use the records") { rows.append($0.values) }
    return rows
  }
}
