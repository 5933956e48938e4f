// Owns: a folder for one test, a table in front of stand-ins for xcrun and adb, and its findings.

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import Foundation

@testable import Doctor

/// Removed with everything in it when the test ends.
final class Ward: Sendable {
  static let simulator = "6F9B2C1E-0000-4000-8000-00000000ABCD"
  private static let standIns = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("ClientDrivingTests/StandIns").path

  let folder: String

  init() throws {
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      + "/doctor-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// - Parameter path: `nil`: the stand-ins before the machine's own programs.
  func context(driver: String, app: DeviceApp?, path: String? = nil) -> DoctorContext {
    let own = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let client = ClientSpec(
      driver: driver, configuration: DevicedAppConfiguration(app: app),
      environment: [
        "PATH": path ?? "\(Self.standIns):\(own)", "STANDIN_STATE": folder,
        "STANDINS": Self.standIns,
      ])
    return DoctorContext(
      table: ScenarioTable(name: "scenarios.json", client: client),
      settings: RunSettings(
        jobs: 1, seed: 0, folder: folder, programFolder: "/nowhere",
        ambient: ProcessInfo.processInfo.environment))
  }

  /// What the driver of such a client finds.
  func driverFindings(
    _ driver: String, app: DeviceApp?, path: String? = nil
  ) async -> [HealthFinding] {
    let context = context(driver: driver, app: app, path: path)
    guard let check = DriverCheck(context) else { return [] }
    return await check.findings(for: context)
  }

  func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: folder + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// An app's bundle with this Info.plist.
  func makeBundle(id: String, transport: String) throws -> String {
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(id)</string>
        \(transport)
      </dict></plist>
      """, to: "Todo.app/Info.plist")
    return folder + "/Todo.app"
  }
}
