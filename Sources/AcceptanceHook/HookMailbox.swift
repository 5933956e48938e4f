// Owns: the contract through two files in the app's own container, for the drivers simctl and adb.

import Foundation

extension AcceptanceHook {
  /// Where the runner looks: `Library/Caches/acceptance` in the app's container.
  public static var mailbox: URL {
    URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent("Library/Caches/acceptance")
  }

  /// Answers one command after the other: the runner replaces `in.json`, the app answers by
  /// replacing `out.json` with the same id and its own process id.
  ///
  /// Returns when its task is cancelled. Looks every 20 ms, which a debug build can afford: watching
  /// files would miss what is replaced between two looks at a folder.
  ///
  /// - Parameter folder: Made where it is not there.
  /// - Throws: Where the folder cannot be made or an answer not be written.
  public static func serveMailbox(for app: AppHook, in folder: URL = mailbox) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let input = folder.appendingPathComponent("in.json")
    let output = folder.appendingPathComponent("out.json")
    let process = ProcessInfo.processInfo.processIdentifier
    var last: Data?
    while !Task.isCancelled {
      if let line = FileManager.default.contents(atPath: input.path), line != last {
        last = line
        if let answer = await app.answer(line, as: process) {
          try answer.write(to: output, options: .atomic)
        }
      }
      do {
        try await Task.sleep(for: .milliseconds(20))
      } catch {
        return
      }
    }
  }
}
