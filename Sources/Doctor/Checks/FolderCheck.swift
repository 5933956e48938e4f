// Owns: whether a run finds room for what it writes.

import ClientDriving
import Foundation

struct FolderCheck: HealthCheck {
  let subject = "folders"
  /// A run of the whole table with a client that keeps little wrote 6 MB; ten times as much.
  private static let wantedByteCount = 64 << 20

  func limit(for context: DoctorContext) -> Duration { .seconds(10) }

  func findings(for context: DoctorContext) async -> [HealthFinding] {
    let here = FileManager.default.currentDirectoryPath
    guard FileManager.default.isWritableFile(atPath: here) else {
      return [
        .trouble(
          subject, "results cannot be written in the current folder",
          fix: "go to another folder, or give --results a folder that can be written to")
      ]
    }
    let free: Int
    do {
      let values = try FileManager.default.attributesOfFileSystem(forPath: context.settings.folder)
      free = (values[.systemFreeSize] as? NSNumber)?.intValue ?? Int.max
    } catch {
      return [.note(subject, "how much room there is cannot be told")]
    }
    guard free >= Self.wantedByteCount else {
      return [
        .trouble(
          subject, "the temporary folder has \(free >> 20) MB left",
          fix: "make \(Self.wantedByteCount >> 20) MB free, or set TMPDIR to another disk")
      ]
    }
    return [.fine(subject, "results and temporary files can be written")]
  }
}
