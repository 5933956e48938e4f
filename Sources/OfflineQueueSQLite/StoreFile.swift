// Owns: getting at the file: its permissions, and two processes that make it at the same time.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

enum StoreFile {
  static func open(
    _ path: String, busyTimeout: Duration
  ) throws(SQLiteStoreError) -> SQLiteConnection {
    try makePrivate(path)
    let start = ContinuousClock.now
    while true {
      do throws(SQLiteStoreError) {
        let connection = try SQLiteConnection(
          path: path, manner: .shared, busyTimeout: busyTimeout)
        try SQLiteSchema.bringUp(connection)
        return connection
      } catch {
        // SQLite's own busy timeout does not cover the change to WAL, which needs the file alone.
        guard case .busy = error, ContinuousClock.now - start < busyTimeout else { throw error }
        usleep(5000)
      }
    }
  }

  /// SQLite gives the files beside it the same permissions.
  private static func makePrivate(_ path: String) throws(SQLiteStoreError) {
    let file = openOrMake(path)
    guard file >= 0 else { throw .refused(doing: "make its file", code: Int(errno)) }
    close(file)
  }

  private static func openOrMake(_ path: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #else
      Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #endif
  }
}
