import AcceptanceModel
import CrashTesting
import Foundation
import TestSupport
import Testing

private enum Tracer {
  static let programs = BuiltPrograms.folder.path

  static var isAvailable: Bool {
    CallTracer.obstacle(for: ClientSpec(command: []), programFolder: programs) == nil
  }
}

/// The tracer itself, with a shell as its client.
@Suite("The tracer", .enabled(if: Tracer.isAvailable)) struct TracerTests {
  private static func run(
    _ script: String, killAt: Int = 0, side: String = "before", count: String = "changes"
  ) throws -> (status: Int32, isKilled: Bool, files: [String], calls: [CallLine], log: [String]) {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("tracer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["home", "tmp", "log"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(Tracer.programs)/\(CallTracer.programName)")
    process.arguments = [
      "--home", "\(folder.path)/home", "--beside", "\(folder.path)/tmp", "--log",
      "\(folder.path)/log", "--kill-at", "\(killAt)", "--side", side, "--count", count,
      "--contents", "yes", "--", "/bin/sh", "-c", script,
    ]
    process.currentDirectoryURL = folder.appendingPathComponent("home")
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: folder.appendingPathComponent("log/log"), encoding: .utf8)
    let log = text.split(separator: "\n").map(String.init)
    let reached = FileManager.default.fileExists(atPath: "\(folder.path)/log/reached")
    #expect(reached == (killAt > 0))
    return (
      process.terminationStatus, process.terminationReason == .uncaughtSignal,
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/home").sorted(),
      log.compactMap { CallLine($0) }, log
    )
  }

  @Test("calls that change the home are numbered, others are not, and the status is the client's")
  func counts() throws {
    let ran = try Self.run("echo out; echo 1 > a; cat a > /dev/null; mv a b; rm b; exit 5")
    #expect(ran.status == 5 && !ran.isKilled)
    #expect(ran.calls.map(\.number) == Array(1...ran.calls.count))
    #expect(ran.calls.allSatisfy { $0.path == "a" || $0.path == "b" })
    #expect(ran.calls.contains { $0.name == "write" && $0.path == "a" })
  }

  @Test("killed before a call, it has not happened; killed after it, it has")
  func sides() throws {
    let script = "mkdir d; mkdir e; mkdir f"
    let before = try Self.run(script, killAt: 2)
    #expect(before.isKilled && before.status == 9)
    #expect(before.files == ["d"])
    let after = try Self.run(script, killAt: 2, side: "after")
    #expect(after.isKilled)
    #expect(after.files == ["d", "e"])
  }

  @Test("children are counted with their parent, and die with it")
  func children() throws {
    let ran = try Self.run("(echo 1 > a; mkdir d; sleep 60) & wait", killAt: 3, side: "after")
    #expect(ran.isKilled)
    #expect(ran.files == ["a", "d"])
  }

  @Test("at a sync the file's contents and the home's names are kept")
  func contents() throws {
    let ran = try Self.run(
      "echo 1 > a; sync a; echo 2 > b; sync b; echo 3 > c", killAt: 2, count: "syncs")
    #expect(ran.isKilled)
    #expect(ran.calls.compactMap(\.syncNumber) == [1, 2])
    let image = DurableState(ran.log).image(.journal)
    #expect(image.map(\.path) == ["a"])
    #expect(image.first?.kind == .file(contents: "contents-1", length: nil))
  }
}
