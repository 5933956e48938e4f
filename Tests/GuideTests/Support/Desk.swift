// Owns: an empty folder for one page, and running programs in it. Does not own: what a page says
// (Page).

import Foundation
import TestSupport

/// Removed with everything in it when the test ends.
final class Desk: Sendable {
  /// How a program ended, and what it wrote to both streams.
  struct Outcome {
    let status: Int32
    let output: String
  }

  let folder: URL

  /// Where the programs of this package are built to.
  static let programs = BuiltPrograms.folder

  /// The top of the package, found from this file.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let hasPython = find("python3") != nil

  init() throws {
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("acceptance-guides-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  /// What a reader has who stands in a clone of this package.
  func layOutClone() throws {
    for name in ["Tests", "scenarios.json"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent(name),
        withDestinationURL: Self.package.appendingPathComponent(name))
    }
  }

  /// A link of that name is replaced, never written through. Scripts can be run.
  func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    if FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.removeItem(at: file)
    }
    try Data(text.utf8).write(to: file)
    if name.hasSuffix(".sh") || text.hasPrefix("#!") {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
  }

  func text(of name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// Bash, which stops at the first failure. `before` comes first on its `PATH`, then our programs.
  func shell(
    _ script: String, before folders: [String] = [], environment: [String: String] = [:]
  ) async throws -> Outcome {
    let path = folders + [Self.programs.path, ProcessInfo.processInfo.environment["PATH"] ?? ""]
    return try await run(
      "/bin/bash", ["-euo", "pipefail", "-c", script],
      environment: environment.merging([
        "PATH": path.joined(separator: ":"), "TMPDIR": folder.path,
      ]) { own, _ in own })
  }

  func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> Outcome {
    let log = folder.appendingPathComponent(".log-\(UUID().uuidString)")
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, own in own }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { process in
      let wasKilled = process.terminationReason == .uncaughtSignal
      end.yield(wasKilled ? -process.terminationStatus : process.terminationStatus)
      end.finish()
    }
    try process.run()
    var status = Int32.min
    for await ended in ends { status = ended }
    try output.close()
    let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    try FileManager.default.removeItem(at: log)
    return Outcome(status: status, output: text)
  }
}
