// Owns: the tables, their version, and bringing a file to it.

import SQLiteKit

enum SQLiteSchema {
  /// In `PRAGMA user_version`. 0 is a file without tables.
  static let version = 1

  /// Needs STRICT tables: SQLite 3.37 (November 2021) or newer.
  private static let tables = """
    CREATE TABLE tasks (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      operation TEXT NOT NULL UNIQUE,
      key TEXT NOT NULL UNIQUE,
      content_type TEXT NOT NULL,
      body BLOB NOT NULL,
      created_ms INTEGER NOT NULL,
      -- Over all columns above but seq: tells a damaged record from a whole one.
      checksum INTEGER NOT NULL,
      state TEXT NOT NULL,
      sends INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      -- When the task may be claimed: pending, its due time; sending, the end of its lease.
      due_ms INTEGER,
      floor_ms INTEGER,
      lease_owner TEXT,
      diagnosis TEXT,
      changed_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tasks_due ON tasks (due_ms) WHERE due_ms IS NOT NULL;
    CREATE INDEX tasks_done ON tasks (changed_ms) WHERE state = 'done';
    CREATE TABLE time_line (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      boot TEXT NOT NULL,
      base_ms INTEGER NOT NULL
    ) STRICT;
    PRAGMA user_version = 1;
    """

  /// Makes a fresh connection durable and the file current.
  static func bringUp(_ connection: StoreConnection) throws(SQLiteStoreError) {
    try connection.run("PRAGMA journal_mode=WAL")
    // Every commit waits for the disk; fullfsync makes Apple's disks flush their own cache, too.
    try connection.run("PRAGMA synchronous=FULL; PRAGMA fullfsync=ON")
    guard try current(connection) < version else { return }
    try connection.transaction(doing: "make its tables") { () throws(SQLiteStoreError) in
      guard try current(connection) < version else { return }
      try connection.run(tables)
    }
  }

  /// - Throws: `.newerStore` where a newer release has made the file.
  static func current(_ connection: StoreConnection) throws(SQLiteStoreError) -> Int {
    var found: Int?
    try connection.query("PRAGMA user_version", doing: "read its version") {
      found = $0.integer(0).map { Int($0) }
    }
    let current = found ?? 0
    guard current <= version else { throw .newerStore(version: current, known: version) }
    return current
  }
}
