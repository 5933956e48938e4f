import Foundation
import Testing

@testable import ClientDriving

@Suite("Removing a client's folder")
struct FolderRemovalTests {
  private static func fresh() -> String {
    NSTemporaryDirectory() + "/acceptance-removal-\(UUID().uuidString)"
  }

  /// Runs the script in a new folder; by a user who may not write where permissions say so.
  private static func remove(after script: String) async throws -> FolderRemoval.Remains? {
    let folder = fresh()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let spec = ProcessSpec(
      arguments: ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"],
      workingFolder: folder)
    let made = try await PipedProcess.start(spec, home: folder, runReaper: nil) { _ in }
    defer { made.close() }
    #expect(await made.exit == .status(0))
    let remains = FolderRemoval.remove(folder)
    #expect(FileManager.default.fileExists(atPath: folder) == (remains != nil))
    return remains
  }

  @Test(
    "whatever its names, depth and permissions, it goes",
    arguments: [
      "mkdir -p a/b && : > a/b/f && chmod 0555 a/b && chmod 0 a",
      "mkdir -p a/b && : > a/b/f && chmod 0 a/b a . ",
      "n=0; while [ $n -lt 300 ]; do mkdir d; cd d || exit 1; : > f; n=$((n+1)); done",
      "n=$(printf '%0250d' 0); i=0; while [ $i -lt 40 ]; do mkdir $n; cd $n; i=$((i+1)); done",
      "i=0; while [ $i -lt 1500 ]; do : > $i; mkdir d$i; i=$((i+1)); done",
      "mkdir a; ln -s / a/root; ln -s . a/loop; ln -s nowhere gone; mkfifo pipe",
      #": > "$(printf 'a\377b')"; : > "$(printf 'line\nfeed')"; mkdir .acceptance-removed-0"#,
    ])
  func everything(script: String) async throws {
    #expect(try await Self.remove(after: script) == nil)
    #expect(FileManager.default.fileExists(atPath: "/usr"))
  }

  @Test("what is not there has been removed; what is no folder is named")
  func others() throws {
    let path = Self.fresh()
    #expect(FolderRemoval.remove(path) == nil)
    try Data().write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let remains = try #require(FolderRemoval.remove(path))
    #expect(remains.count == 1)
    #expect("\(remains)".hasPrefix(path + " could not be removed: 1 file in it stayed ("))
  }
}
