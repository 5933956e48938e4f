// Owns: a program that a test has started. Its output goes to files, so it never waits for a reader.

import Foundation

final class RunningProgram: Sendable {
  private let process: Process
  private let stdout: URL
  private let stderr: URL
  private let ended: Task<Int32, Never>

  /// - Parameter environment: Added to this process's own.
  init(
    _ program: URL, _ arguments: [String], in folder: URL, environment: [String: String] = [:]
  ) throws {
    let name = UUID().uuidString
    stdout = folder.appendingPathComponent(".\(name).out")
    stderr = folder.appendingPathComponent(".\(name).err")
    for file in [stdout, stderr] { try Data().write(to: file) }
    process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, own in own }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: stdout)
    process.standardError = try FileHandle(forWritingTo: stderr)
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { process in
      let isSignal = process.terminationReason == .uncaughtSignal
      continuation.yield(isSignal ? -process.terminationStatus : process.terminationStatus)
      continuation.finish()
    }
    ended = Task {
      for await status in stream { return status }
      return Int32.min
    }
    try process.run()
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Negative where a signal ended it.
  var outcome: Workplace.Outcome {
    get async throws {
      let status = await ended.value
      return Workplace.Outcome(
        status: status, stdout: try String(contentsOf: stdout, encoding: .utf8),
        stderr: try String(contentsOf: stderr, encoding: .utf8))
    }
  }
}
