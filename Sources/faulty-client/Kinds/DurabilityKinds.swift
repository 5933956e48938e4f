// Owns: clients whose store survives less than it seems to.

import ClientHarness
import OfflineQueueSQLite

extension FaultyKind {
  static let acknowledgedBeforeSync = FaultyKind(
    "acknowledged-before-sync", "acknowledges a task, and syncs its file a moment later",
    caughtBy: "lost-on-power-loss"
  ) { parts, launch in
    parts.keepFile(launch, .syncedLate)
  }

  static let walNormal = FaultyKind(
    "wal-normal", "keeps its tasks in SQLite, in WAL mode with synchronous=NORMAL",
    caughtBy: "lost-on-power-loss"
  ) { parts, launch in
    let store = SQLiteWriteStore(
      path: launch.environment.home + "/queue.sqlite3", syncsCommits: false)
    parts.store = store
    parts.damage = { try store.damageRecord(of: $0) }
    parts.closing = { store.close() }
  }

  static let rewrittenInPlace = FaultyKind(
    "rewritten-in-place", "empties its file before it writes and syncs it anew",
    caughtBy: "removed-early", "lost-operation"
  ) { parts, launch in
    parts.keepFile(launch, .inPlace)
  }

  static let renamedUnsynced = FaultyKind(
    "renamed-unsynced", "writes a new file and renames it over the old one, both without a sync",
    caughtBy: "lost-on-power-loss"
  ) { parts, launch in
    parts.keepFile(launch, .renamed)
  }
}

extension ClientParts {
  fileprivate mutating func keepFile(_ launch: Launch, _ manner: FileStore.Manner) {
    store = FileStore(path: launch.environment.home + "/queue.json", manner: manner)
    damage = { _ in false }
    abilities.removeAll { $0 == .damage }
    closing = {}
  }
}
