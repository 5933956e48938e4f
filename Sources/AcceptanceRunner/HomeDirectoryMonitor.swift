// Owns: whether the scenario's home is still the folder that its first launch was given.
// Does not own: making it (ClientDriving) or removing it (TableRun).

import SystemLibrary

/// A home that somebody removes while a scenario runs (a cleaner of temporary folders, `rm -rf` in
/// another window) takes the client's store with it: whatever is seen afterwards proves nothing. It
/// may have been recreated since, by the client or for its next launch, even with the same inode
/// number; so the folder itself is held open.
final class HomeDirectoryMonitor: Sendable {
  private let descriptor: Int32

  /// - Parameter path: Of a folder that is there. Where it can't be opened, nothing is ever
  ///   reported.
  init(path: String) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether it was removed. A folder that was moved away is gone from its path and still linked.
  func isRemoved(from path: String) -> Bool {
    guard descriptor >= 0 else { return false }
    var held = stat()
    var found = stat()
    guard fstat(descriptor, &held) == 0 else { return false }
    if held.st_nlink == 0 { return true }
    return stat(path, &found) != 0 || found.st_ino != held.st_ino || found.st_dev != held.st_dev
  }
}
