// Owns: an empty folder for one test, and running the built programs in it.

import Foundation
import TestSupport
import Testing

/// Removed with everything in it when the test ends.
final class Workplace: Sendable {
  /// How a program ended, and what it wrote.
  struct Outcome {
    let status: Int32
    let stdout: String
    let stderr: String
  }

  let folder: URL

  /// Where the programs of this package are built to.
  static let programs = BuiltPrograms.folder

  /// The top of the package, found from this file.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let table = package.appendingPathComponent("scenarios.json").path

  /// Where python3 is; `nil` where the machine has none.
  static let python = program("python3")

  init() throws {
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("acceptance-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  static func program(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The python client of the tests, as words for `--client`.
  static func pythonClient(_ name: String) throws -> String {
    let python = try #require(Self.python)
    return "\(python) \(package.path)/Tests/Clients/\(name)"
  }

  /// Runs `acceptance` in this folder until it ends.
  func acceptance(_ arguments: String...) async throws -> Outcome {
    try await start(arguments).outcome
  }

  /// - Parameter environment: Added to this process's own.
  func start(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> RunningProgram {
    try RunningProgram(
      Self.programs.appendingPathComponent("acceptance"), arguments, in: folder,
      environment: environment)
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws -> String {
    try text.write(
      to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    return path(name)
  }
}
