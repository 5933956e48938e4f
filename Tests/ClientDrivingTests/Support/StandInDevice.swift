// Owns: a device that is a folder of this test's, behind the stand-ins for xcrun and adb.

import AcceptanceModel
import ClientDriving
import Foundation

struct StandInDevice {
  static let simulator = "6F9B2C1E-0000-4000-8000-00000000ABCD"
  private static let programs =
    URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().path + "/StandIns"

  let client: CommandClient
  var app: DeviceApp
  let state: String

  /// Nothing of the device is left when the body is done.
  static func with(
    _ app: DeviceApp, _ body: (StandInDevice) async throws -> Void
  ) async throws {
    try await CommandClient.with { client in
      let state = client.folders.root + "/device"
      try FileManager.default.createDirectory(
        atPath: state, withIntermediateDirectories: true)
      var client = client
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      client.environment = [
        "PATH": programs + ":" + path, "STANDIN_STATE": state, "STANDINS": programs,
      ]
      try await body(StandInDevice(client: client, app: app, state: state))
    }
  }

  func launch<Driver: ClientDriver>(
    _ type: Driver.Type
  ) async throws -> any ClientSession where Driver.Configuration == DevicedAppConfiguration {
    try await type.init(DevicedAppConfiguration(app: app)).launch(client.request())
  }

  func limiting(calls limit: Duration) -> StandInDevice {
    var device = self
    device.app.callLimit = limit
    return device
  }

  func bend(_ verb: String, _ mode: String) throws {
    try Data((mode + "\n").utf8).write(to: URL(fileURLWithPath: state + "/mode-\(verb)"))
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: state + "/" + name, encoding: .utf8)
  }

  /// The calls of one verb so far.
  func calls(of verb: String) throws -> Int {
    try text("log").split(separator: "\n").count { $0.hasPrefix(verb + " ") }
  }
}
