// Owns: what the driver itself keeps for one scenario, beside the client's home: bodies for
// `{bodyFile}`, whether the reset was done, and whether an end failed.

import Foundation
import Synchronization

final class CommandFolder: Sendable {
  private let path: String
  private let bodyCount = Mutex(0)

  /// - Throws: `DrivingError.folderUnusable`.
  init(in folders: ScenarioFolders) throws(DrivingError) {
    path = folders.root + "/driver"
    guard LibC.makeFolder(path) else {
      throw .folderUnusable(purpose: "driver's", errno: LibC.lastError)
    }
  }

  /// A new file with exactly these bytes, and nothing else, that only this user may read. It stays
  /// as long as the scenario's folders do, because a background program may read it late.
  func writeBody(_ body: [UInt8]) throws(DrivingError) -> String {
    while true {
      let number = bodyCount.withLock { count in
        count += 1
        return count
      }
      let file = "\(path)/body-\(number)"
      // Another launch of the same scenario counts from 1 too.
      if try create(file, body) { return file }
    }
  }

  /// Whether this is the first launch of the scenario.
  func claimReset() throws(DrivingError) -> Bool { try create(path + "/reset", []) }

  func releaseReset() { unlink(path + "/reset") }

  /// Says for the next launch that the app may still be running.
  func noteFailedEnd(_ verb: String) throws(DrivingError) {
    _ = try create(path + "/failed-\(verb)", [])
  }

  /// The verb whose failure was noted.
  func failedEnd(among verbs: [String]) -> String? {
    verbs.first { LibC.fileKind(path + "/failed-\($0)") != nil }
  }

  /// `false` where there is such a file already.
  private func create(_ file: String, _ bytes: [UInt8]) throws(DrivingError) -> Bool {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: file), options: .withoutOverwriting)
      return true
    } catch CocoaError.fileWriteFileExists {
      return false
    } catch {
      throw .folderUnusable(purpose: "driver's", errno: LibC.lastError)
    }
  }
}
