import Foundation
import TestSupport

/// An empty folder for one test, removed with it, in which the extended product is run.
final class WorkFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("extension-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws {
    try text.write(to: url.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path)
  }

  /// Runs a program of this package here to its end.
  ///
  /// - Returns: Its exit status, and what it wrote to both streams.
  func run(
    _ arguments: String..., program: String = "extended-acceptance"
  ) async throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = BuiltPrograms.folder.appendingPathComponent(program)
    process.arguments = arguments
    process.currentDirectoryURL = url
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    process.standardInput = FileHandle.nullDevice
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        do {
          try process.run()
          let output = pipe.fileHandleForReading.readDataToEndOfFile()
          process.waitUntilExit()
          continuation.resume(
            returning: (process.terminationStatus, String(decoding: output, as: UTF8.self)))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }
}
