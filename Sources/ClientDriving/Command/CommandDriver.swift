// Owns: launching a client whose verbs are programs of their own. Does not own: calling them
// (CommandSession) or what is special about simulators and emulators (their presets).

import AcceptanceModel
import Foundation

/// `"driver": "command"`: each verb is an argv array; between two verbs there need be no process.
package struct CommandDriver: ClientDriver {
  package static let name = "command"
  package static let part = CommandConfiguration.part
  package static let startedSentence: String? = "its verbs can be called"

  private let configuration: CommandConfiguration

  package init(_ configuration: CommandConfiguration) { self.configuration = configuration }

  package func checkPrograms(of request: LaunchRequest) throws(DrivingError) {
    try CommandPlan(configuration, request.environment).checkPrograms(
      ambient: ProcessInfo.processInfo.environment)
  }

  /// Resets before a scenario's first launch, then launches; both where there are such verbs.
  package func launch(_ request: LaunchRequest) async throws(DrivingError) -> any ClientSession {
    let plan = try CommandPlan(configuration, request.environment)
    try request.environment.folders.create()
    let session = CommandSession(
      plan: plan, folder: try CommandFolder(in: request.environment.folders),
      ambient: ProcessInfo.processInfo.environment, request: request)
    try await session.open()
    return session
  }
}
