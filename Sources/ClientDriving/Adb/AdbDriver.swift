// Owns: the name of Android's preset. Does not own: how the app is reached (AdbDevice,
// PresetSession).

/// `"driver": "adb"`: a debuggable app with the mailbox hook on an emulator of the run's own.
package struct AdbDriver: ClientDriver {
  package static let name = "adb"
  package static let part = "app"

  package init() {}

  package func launch(_ request: LaunchRequest) async throws(DrivingError) -> any ClientSession {
    try await PresetDriver.launch(on: AdbDevice.self, request)
  }
}
