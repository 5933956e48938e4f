// Owns: calling a device's tool with a deadline, after which it is killed, and calling it again
// where that is safe. Does not own: what its output means (SimctlOutput, AdbOutput).

import AcceptanceModel
import Synchronization

struct PresetTool: Sendable {
  enum End: Sendable, Equatable {
    case ended(ProcessExit, stdout: String, stderr: String)
    case overdue
  }

  /// Whether a call may be made again after it was killed: it may have had its effect.
  enum Repetition: Sendable {
    case once
    /// Doing it twice is as good as doing it once. Twice, because a service that wedged once is
    /// often restarted by the system, and one that wedged twice is not.
    case twice

    var tries: Int {
      switch self {
      case .once: 1
      case .twice: 2
      }
    }
  }

  /// `xcrun simctl`, or `adb -s` and a serial number.
  let words: [String]
  let environment: [String: String]
  let home: String
  let runReaper: RunReaper?

  /// - Parameters:
  ///   - call: How messages name the call.
  ///   - variables: Besides the tool's environment.
  /// - Throws: `DrivingError` where it could not be started or was overdue at every try.
  func run(
    _ arguments: [String], call: String, input: [UInt8] = [], variables: [String: String] = [:],
    within limit: Duration, _ repetition: Repetition
  ) async throws(DrivingError) -> (exit: ProcessExit, stdout: String, stderr: String) {
    for _ in 0..<repetition.tries {
      switch try await once(arguments, input: input, variables: variables, within: limit) {
      case .ended(let exit, let stdout, let stderr): return (exit, stdout, stderr)
      case .overdue: continue
      }
    }
    throw .toolFailed(call: call, .overdue(after: limit, tries: repetition.tries))
  }

  private func once(
    _ arguments: [String], input: [UInt8], variables: [String: String], within limit: Duration
  ) async throws(DrivingError) -> End {
    let spec = ProcessSpec(
      arguments: words + arguments,
      environment: environment.merging(variables) { _, new in new },
      // Not in the scenario's folders: a tool may leave a service of its own running.
      workingFolder: "/")
    let said = Said()
    let process = try await PipedProcess.start(spec, home: home, runReaper: runReaper) { event in
      if case .bytes(let channel, let bytes) = event { said.take(bytes, from: channel) }
    }
    if !input.isEmpty { process.write(input, as: 0) }
    process.endInput()
    let inTime = await process.exitWithin(limit)
    if inTime == nil { process.child.signal(LibC.kill) }
    let exit = await process.exit
    process.close()
    return inTime == nil ? .overdue : .ended(exit, stdout: said.stdout, stderr: said.stderr)
  }

  private final class Said: Sendable {
    private let bytes = Mutex<[OutputChannel: [UInt8]]>([:])

    var stdout: String { text(.stdout) }
    var stderr: String { text(.stderr) }

    func take(_ new: [UInt8], from channel: OutputChannel) {
      bytes.withLock { $0[channel, default: []] += new }
    }

    private func text(_ channel: OutputChannel) -> String {
      String(decoding: bytes.withLock { $0[channel] ?? [] }, as: UTF8.self)
    }
  }
}
