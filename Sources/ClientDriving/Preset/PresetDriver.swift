// Owns: launching an app on a device: checked settings, a reset before a scenario's first launch.
// Does not own: the device (AppDevice) or the talk with the app (PresetSession).

import AcceptanceModel
import Foundation

enum PresetDriver {
  /// A simulator boots first, in up to 13 minutes.
  static let firstSendLimit = Duration.seconds(900)

  static func launch<Device: AppDevice>(
    _: Device.Type, of configuration: DevicedAppConfiguration, _ request: LaunchRequest
  ) async throws(DrivingError) -> any ClientSession {
    guard let app = configuration.app else {
      throw .appSetting(name: "device", wanted: "there; a preset drives one app on one device")
    }
    let device = try Device(
      app, request: request, ambient: ProcessInfo.processInfo.environment)
    try request.environment.folders.create()
    let folder = try CommandFolder(in: request.environment.folders)
    if folder.failedEnd(among: [PresetSession.endName]) != nil {
      throw .endFailed(verb: PresetSession.endName)
    }
    if try folder.claimReset() {
      do {
        try await device.reset()
      } catch {
        folder.releaseReset()
        throw error
      }
    }
    let process = try await device.launch()
    let session = PresetSession(
      device: device, process: process, folder: folder, onEvent: request.onEvent)
    session.watch()
    return session
  }
}
