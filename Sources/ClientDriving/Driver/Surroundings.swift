/// The machine as `doctor` asks it: programs with the environment that a run would give them.
package struct Surroundings: Sendable {
  package enum Answer: Sendable {
    /// Exit status 0, and what it wrote to stdout.
    case printed(String)
    case missing
    /// A sentence that quotes nothing of what it wrote.
    case failed(String)
    case overdue(String)
  }

  private let environment: [String: String]
  private let folder: String
  private let runReaper: RunReaper?

  /// - Parameters:
  ///   - environment: The runner's own, and what the scenario file names for the client: it may
  ///     lead to a device's tools by its PATH.
  ///   - folder: Where programs are run.
  package init(environment: [String: String], folder: String, runReaper: RunReaper?) {
    self.environment = environment
    self.folder = folder
    self.runReaper = runReaper
  }

  /// - Parameter words: The program, looked for on PATH, and its arguments.
  package func said(_ words: [String], within limit: Duration) async -> Answer {
    do throws(DrivingError) {
      let end = try await ToolCall.run(
        words, environment: environment, home: folder, runReaper: runReaper, within: limit)
      guard end.exit == .status(0) else {
        return .failed("\(words.prefix(3).joined(separator: " ")) ended with \(end.exit)")
      }
      return .printed(end.stdout)
    } catch {
      switch error {
      case .programNotOnPath, .programMissing, .programNotExecutable, .interpreterMissing:
        return .missing
      case .toolFailed: return .overdue("\(error)")
      default: return .failed("\(error)")
      }
    }
  }
}
