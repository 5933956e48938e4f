import CrashTesting
import Testing

/// Logs by hand; inode 1 is the home.
@Suite("What a power loss leaves") struct DurableStateTests {
  private static let empty = ["tree\t0", "folder\t1"]

  private static func image(
    _ kind: DurableImageKind, _ lines: [String],
    present: [(path: String, inode: UInt64, isFolder: Bool, mode: UInt32)] = []
  ) -> [String: String] {
    let entries = DurableState(empty + lines).image(kind, present: present)
    return Dictionary(
      entries.map { entry in
        switch entry.kind {
        case .folder: return (entry.path, "folder")
        case .file(let contents, let length):
          return (entry.path, (contents ?? "empty") + (length.map { " to \($0)" } ?? ""))
        }
      }, uniquingKeysWith: { $1 })
  }

  private static func node(_ path: String, _ inode: Int, _ kind: String = "f") -> String {
    "node\t\(path)\t\(inode)\t\(kind)\t600"
  }

  @Test("what was never synced is not there, or is empty where the journal was ahead")
  func neverSynced() {
    let lines = ["new\t5"]
    #expect(Self.image(.journal, lines).isEmpty)
    #expect(Self.image(.strict, lines).isEmpty)
    #expect(
      Self.image(.journalAhead, lines, present: [("a", 5, false, 0o600)]) == ["a": "empty"])
  }

  @Test("a file that was synced is there; strictly, only with its folder")
  func synced() {
    let file = ["new\t5", "data\t5\tc1", Self.node("a", 5), "tree\t1"]
    #expect(Self.image(.journal, file) == ["a": "c1"])
    #expect(Self.image(.strict, file).isEmpty)
    #expect(Self.image(.strict, file + [Self.node("a", 5), "tree\t1", "folder\t1"]) == ["a": "c1"])
  }

  @Test("a rename without a sync: the old name by the journal, an empty file ahead of it")
  func renameWithoutSync() {
    let lines = [
      "new\t5", "data\t5\told", Self.node("a", 5), "tree\t1", "folder\t1", "new\t6",
    ]
    #expect(Self.image(.journal, lines) == ["a": "old"])
    #expect(
      Self.image(.journalAhead, lines, present: [("a", 6, false, 0o600)]) == ["a": "empty"])
  }

  @Test("a rename that follows the file's sync survives the next sync of anything")
  func renameThenSync() {
    let written = ["new\t5", "data\t5\tc1", Self.node("a.new", 5), "tree\t1"]
    #expect(Self.image(.journal, written) == ["a.new": "c1"])
    let later = [
      "new\t7", "data\t7\tc2", Self.node("a", 5), Self.node("b", 7), "tree\t2",
    ]
    #expect(Self.image(.journal, written + later) == ["a": "c1", "b": "c2"])
  }

  @Test("an unlinked file comes back with its own contents, though its inode is another's now")
  func inodeReused() {
    let lines = [
      "new\t5", "data\t5\tjournal", Self.node("q-journal", 5), "tree\t1",
      // Unlinked here; the number is given to another file, which is not synced.
      "new\t5",
    ]
    #expect(Self.image(.journal, lines) == ["q-journal": "journal"])
    #expect(
      Self.image(.journalAhead, lines, present: [("q-wal", 5, false, 0o600)])
        == ["q-wal": "empty"])
  }

  @Test("a file that was emptied and not synced is empty where the journal was written")
  func emptied() {
    let synced = ["new\t5", "data\t5\tc1", Self.node("a", 5), "tree\t1"]
    let cut = synced + ["cut\t5\t0"]
    let present: [(path: String, inode: UInt64, isFolder: Bool, mode: UInt32)] = [
      ("a", 5, false, 0o600)
    ]
    #expect(Self.image(.journal, cut) == ["a": "c1"])
    #expect(Self.image(.journalAhead, cut, present: present) == ["a": "c1 to 0"])
    #expect(Self.image(.journal, cut + [Self.node("a", 5), "tree\t1"]) == ["a": "c1 to 0"])
    #expect(
      Self.image(.journal, cut + ["data\t5\tc2", Self.node("a", 5), "tree\t1"]) == ["a": "c2"])
  }

  @Test("strictly, a file in a folder needs the sync of the file and of both folders")
  func nested() {
    let tree = [Self.node("d", 2, "d"), Self.node("d/a", 5), "tree\t2"]
    let file = ["new\t2", "new\t5", "data\t5\tc1"] + tree
    #expect(Self.image(.journal, file) == ["d": "folder", "d/a": "c1"])
    #expect(Self.image(.strict, file + tree + ["folder\t2"]).isEmpty)
    #expect(
      Self.image(.strict, file + tree + ["folder\t2"] + tree + ["folder\t1"])
        == ["d": "folder", "d/a": "c1"])
    #expect(Self.image(.strict, file + tree + ["folder\t1"]) == ["d": "folder"])
  }

  @Test("a tree that the log ends in the middle of is not taken")
  func torn() {
    let lines = ["new\t5", "data\t5\tc1", Self.node("a", 5), "tree\t1", Self.node("b", 6)]
    #expect(Self.image(.journal, lines) == ["a": "c1"])
    #expect(Self.image(.journal, lines + ["tree\t2"]) == ["a": "c1"])
  }
}
