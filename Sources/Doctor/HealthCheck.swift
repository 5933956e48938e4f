// Owns: what a check of the surroundings is, and the list of them. A new one is one file and one
// line here. Does not own: how results are printed (the command).

import AcceptanceModel
import AcceptanceRunner
import ClientDriving

/// What is looked at.
package struct DoctorContext: Sendable {
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

extension DoctorContext {
  /// The type of the client's driver; `nil` without a client, or where there is no such driver.
  var driver: (any ClientDriver.Type)? {
    guard let name = table?.client.driver else { return nil }
    return settings.drivers.drivers.first { $0.name == name }
  }
}

package protocol HealthCheck: Sendable {
  /// In one word, for the case that the check itself is overdue.
  var subject: String { get }

  /// The longest it may take.
  func limit(for context: DoctorContext) -> Duration

  /// Empty where there is nothing of the kind to look at.
  func findings(for context: DoctorContext) async -> [HealthFinding]
}

package enum HealthCheckCatalog {
  /// In the order in which one thing rests on another.
  package static func all(for context: DoctorContext) -> [any HealthCheck] {
    let machine: [any HealthCheck] = [
      ToolchainCheck(), LibraryCheck(), SystemCallCheck(), FolderCheck(), PortCheck(), ProxyCheck(),
    ]
    return machine + (DriverCheck(context).map { [$0] } ?? []) + [ClientCheck()]
  }
}
