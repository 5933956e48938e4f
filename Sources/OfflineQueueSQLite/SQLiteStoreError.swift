// Owns: what the store refuses, and the sentences for it. Never a path: a home directory may be
// in it.

public enum SQLiteStoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The disk or a limit refused a write, a read or the file itself. Nothing has changed.
  case refused(doing: String, code: Int)
  /// Another process held the store for longer than the busy timeout.
  case busy(doing: String)
  case notAStore
  case newerStore(version: Int, known: Int)
  case operationIsDamaged
  case closed

  public var description: String {
    switch self {
    case .refused(let action, let code):
      "the store could not \(action): SQLite code \(code), so nothing has changed; it is usable "
        + "again when the disk takes writes"
    case .busy(let action):
      "the store could not \(action): another process held it for too long; nothing has changed"
    case .notAStore:
      "the store's file is no SQLite database or is damaged; it has been left as it is"
    case .newerStore(let version, let known):
      "the store has version \(version), made by a newer release; this one knows up to \(known)"
    case .operationIsDamaged:
      "the store has a damaged record of this operation, so it can't be told whether the content "
        + "is the same; remove that task first"
    case .closed: "the store has been closed; open a new one"
    }
  }
}
