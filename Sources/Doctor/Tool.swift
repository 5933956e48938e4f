// Owns: asking a program of the machine something, within a time. Does not own: starting it
// (ClientDriving).

import ClientDriving

struct Tool {
  enum End: Sendable {
    /// Exit status 0, and what it wrote to stdout.
    case printed(String)
    case missing
    /// A sentence that quotes nothing of what it wrote.
    case failed(String)
    case overdue(String)
  }

  private let environment: [String: String]
  private let patient: Patient

  init(_ patient: Patient) {
    self.patient = patient
    // As the presets call their tools: the table may lead to them by its PATH.
    environment = patient.settings.ambient.merging(patient.table?.client.environment ?? [:]) {
      _, named in named
    }
  }

  /// - Parameter words: The program, looked for on PATH, and its arguments.
  func said(_ words: [String], within limit: Duration) async -> End {
    do throws(DrivingError) {
      let end = try await ToolCall.run(
        words, environment: environment, home: patient.settings.folder,
        runGuard: patient.settings.runGuard, within: limit)
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
