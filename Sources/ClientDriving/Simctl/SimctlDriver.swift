// Owns: the name of the iOS Simulator's preset. Does not own: how the app is reached
// (SimctlDevice, PresetSession).

/// `"driver": "simctl"`: an app with the mailbox hook on a simulator of the run's own.
package struct SimctlDriver: ClientDriver {
  package static let name = "simctl"
  package static let part = "app"

  package init() {}

  package func launch(_ request: LaunchRequest) async throws(DrivingError) -> any ClientSession {
    try await PresetDriver.launch(on: SimctlDevice.self, request)
  }
}
