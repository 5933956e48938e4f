// Owns: the name of Android's preset. Does not own: how the app is reached (AdbDevice,
// PresetSession).

/// `"driver": "adb"`: a debuggable app with the mailbox hook on an emulator of the run's own.
package struct AdbDriver: ClientDriver {
  package static let name = "adb"
  package static let part = DevicedAppConfiguration.part
  package static let firstSendLimit = PresetDriver.firstSendLimit
  package static let checkLimit = Duration.seconds(90)

  private let configuration: DevicedAppConfiguration

  package init(_ configuration: DevicedAppConfiguration) { self.configuration = configuration }

  package func findings(in surroundings: Surroundings) async -> [HealthFinding] {
    guard let app = configuration.app else { return [] }
    return await EmulatorCheck(app: app, tool: surroundings).findings()
  }

  package func launch(_ request: LaunchRequest) async throws(DrivingError) -> any ClientSession {
    try await PresetDriver.launch(AdbDevice.self, of: configuration, request)
  }
}
