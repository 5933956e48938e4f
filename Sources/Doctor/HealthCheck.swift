// Owns: what a check of the surroundings is, and the list of them. A new one is one file and one
// line here. Does not own: how results are printed (the command).

import AcceptanceModel
import AcceptanceRunner

/// One thing that was looked at.
package struct HealthFinding: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case fine
    /// Worth knowing; a run is as good without.
    case note(fix: String?)
    /// A run cannot succeed like this.
    case trouble(fix: String)
  }

  /// What was looked at, in one word.
  package let subject: String
  package let outcome: Outcome
  /// What was seen. Names words of the table and sizes, nothing that a client printed.
  package let sentence: String
  /// What the client wrote to stderr, for the terminal alone.
  package let stderrTail: [UInt8]

  package init(subject: String, outcome: Outcome, sentence: String, stderrTail: [UInt8] = []) {
    self.subject = subject
    self.outcome = outcome
    self.sentence = sentence
    self.stderrTail = stderrTail
  }

  static func fine(_ subject: String, _ sentence: String) -> HealthFinding {
    HealthFinding(subject: subject, outcome: .fine, sentence: sentence)
  }

  static func note(_ subject: String, _ sentence: String, fix: String? = nil) -> HealthFinding {
    HealthFinding(subject: subject, outcome: .note(fix: fix), sentence: sentence)
  }

  static func trouble(_ subject: String, _ sentence: String, fix: String) -> HealthFinding {
    HealthFinding(subject: subject, outcome: .trouble(fix: fix), sentence: sentence)
  }

  package var isTrouble: Bool { if case .trouble = outcome { true } else { false } }
}

/// What is looked at.
package struct Patient: Sendable {
  /// `nil`: no table was given, so only the machine is looked at.
  package var table: ScenarioTable?
  /// As for a run; the folder is this examination's own.
  package var settings: RunSettings
  /// Where the words of the client's command come from.
  package var origin: CommandOrigin
  /// Scenarios that a run has at the same time.
  package var runJobs: Int

  /// - Parameter origin: `nil`: the command is the table's, and the table lies in this folder.
  package init(
    table: ScenarioTable?, settings: RunSettings, origin: CommandOrigin? = nil, runJobs: Int = 8
  ) {
    self.table = table
    self.settings = settings
    self.runJobs = runJobs
    self.origin =
      origin
      ?? CommandOrigin(of: table?.client ?? ClientSpec(command: []), in: ".", isCommandLine: false)
  }
}

package protocol HealthCheck: Sendable {
  /// In one word, for the case that the check itself is overdue.
  var subject: String { get }

  /// The longest it may take.
  func limit(for patient: Patient) -> Duration

  /// Empty where there is nothing of the kind to look at.
  func findings(for patient: Patient) async -> [HealthFinding]
}

package enum HealthCheckCatalog {
  /// In the order in which one thing rests on another.
  package static let all: [any HealthCheck] = [
    ToolchainCheck(), LibraryCheck(), SystemCallCheck(), FolderCheck(), PortCheck(), ProxyCheck(),
    SimulatorCheck(),
    EmulatorCheck(), ClientCheck(),
  ]
}
