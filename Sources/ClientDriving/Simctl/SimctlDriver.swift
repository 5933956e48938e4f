// Owns: the name of the iOS Simulator's preset. Does not own: how the app is reached
// (SimctlDevice, PresetSession).

/// `"driver": "simctl"`: an app with the mailbox hook on a simulator of the run's own.
package struct SimctlDriver: ClientDriver {
  package static let name = "simctl"
  package static let part = DevicedAppConfiguration.part
  package static let firstSendLimit = PresetDriver.firstSendLimit
  package static let checkLimit = Duration.seconds(150)

  private let configuration: DevicedAppConfiguration

  package init(_ configuration: DevicedAppConfiguration) { self.configuration = configuration }

  package func findings(in surroundings: Surroundings) async -> [HealthFinding] {
    guard let app = configuration.app else { return [] }
    return await SimulatorCheck(app: app, tool: surroundings).findings()
  }

  package func launch(_ request: LaunchRequest) async throws(DrivingError) -> any ClientSession {
    try await PresetDriver.launch(SimctlDevice.self, of: configuration, request)
  }
}
