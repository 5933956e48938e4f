// Owns: launching a client that speaks the contract's lines. Does not own: the talk with it
// (JSONLinesSession).

import Foundation

/// `"driver": "jsonl"`: one long-lived process a launch, one JSON object a line.
package struct JSONLinesDriver: ClientDriver {
  package static let name = "jsonl"
  package static let part = JSONLinesConfiguration.part

  private let configuration: JSONLinesConfiguration

  package init(_ configuration: JSONLinesConfiguration) { self.configuration = configuration }

  package func launch(_ request: LaunchRequest) async throws(DrivingError) -> any ClientSession {
    let environment = request.environment
    try environment.folders.create()
    let spec = ProcessSpec(
      arguments: request.prefix + configuration.command.map(environment.expanding),
      environment: environment.variables(ambient: ProcessInfo.processInfo.environment),
      workingFolder: environment.folders.home, fileSizeLimitZero: request.refusesFileWrites)
    return try await JSONLinesSession.start(
      spec, home: environment.folders.home, runReaper: request.runReaper, onEvent: request.onEvent)
  }
}
