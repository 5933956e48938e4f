// Owns: getting at the file: its permissions, and two processes that make it at the same time.

import SQLiteKit
import SystemLibrary

enum StoreFile {
  static func connect(
    _ path: String, busyTimeout: Duration
  ) throws(SQLiteStoreError) -> StoreConnection {
    let start = ContinuousClock.now
    while true {
      do throws(SQLiteStoreError) {
        let connection = try StoreConnection(
          path: path, manner: .shared, busyTimeout: busyTimeout)
        if try SQLiteSchema.current(connection) == 0 { try makePrivate(path) }
        try SQLiteSchema.bringUp(connection)
        return connection
      } catch {
        // SQLite's own busy timeout does not cover the change to WAL, which needs the file alone.
        guard case .busy = error, ContinuousClock.now - start < busyTimeout else { throw error }
        usleep(5000)
      }
    }
  }

  /// While the file is still empty; SQLite gives the files beside it the same permissions.
  ///
  /// By name, never through a descriptor of our own: closing one would drop the locks that other
  /// connections of this process hold on the file (POSIX), and with them the store's safety.
  private static func makePrivate(_ path: String) throws(SQLiteStoreError) {
    guard chmod(path, 0o600) == 0 else {
      throw .refused(doing: "make its file private", code: Int(errno))
    }
  }
}
