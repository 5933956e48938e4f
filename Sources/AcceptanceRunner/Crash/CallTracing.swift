import ClientDriving
import Foundation

/// The tracer that counts the system calls of a client that change its home, and where it writes what
/// it sees. It is the client's parent process, so a launch goes through it.
package struct CallTracing: Sendable {
  /// The tracer's program.
  package let program: String
  /// Whether the contents of files are kept at each sync.
  package let keepsContents: Bool

  package init(program: String, keepsContents: Bool) {
    self.program = program
    self.keepsContents = keepsContents
  }

  package static func folder(in folders: ScenarioFolders) -> String { folders.root + "/calls" }

  /// The words before the client's own command.
  ///
  /// - Parameter point: Where the tracer kills; `nil`: nowhere.
  func prefix(_ folders: ScenarioFolders, killingAt point: CrashPoint?) -> [String] {
    let (number, side, counted): (Int, CallSide, String) =
      switch point {
      case .call(let number, let side): (number, side, "changes")
      case .sync(let number): (number, .before, "syncs")
      case .server, .command, .fault, nil: (0, .before, "changes")
      }
    return [
      program, "--home", folders.home, "--beside", folders.temporary, "--log",
      Self.folder(in: folders), "--kill-at", String(number), "--side", side.rawValue,
      "--count", counted, "--contents", keepsContents ? "yes" : "no", "--",
    ]
  }

  func prepare(_ folders: ScenarioFolders) throws {
    try FileManager.default.createDirectory(
      atPath: Self.folder(in: folders), withIntermediateDirectories: true)
  }

  /// Whether it has killed the client at its point.
  func hasReached(in folders: ScenarioFolders) -> Bool {
    FileManager.default.fileExists(atPath: Self.folder(in: folders) + "/reached")
  }

  /// What it has seen, a line a call.
  static func log(in folders: ScenarioFolders) -> [String] {
    let path = folder(in: folders) + "/log"
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// After a death: counting and keeping restart with what follows.
  static func forget(in folders: ScenarioFolders) throws {
    let path = folder(in: folders)
    guard FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }
}
