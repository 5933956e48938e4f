// Owns: what is seen of simulators and emulators, against stand-ins for xcrun and adb.

import AcceptanceModel
import Testing

@testable import ClientDriving
@testable import Doctor

private let id = "com.example.todo"
private let local =
  "<key>NSAppTransportSecurity</key><dict><key>NSAllowsLocalNetworking</key><true/></dict>"

@Suite struct SimulatorCheckTests {
  private func findings(
    _ ward: Ward, device: String = Ward.simulator, bundle: String?, path: String? = nil
  ) async -> [HealthFinding] {
    await ward.driverFindings(
      "simctl", app: DeviceApp(device: device, id: id, bundle: bundle), path: path)
  }

  private func list(_ state: String, isAvailable: Bool = true) -> String {
    #"""
    {"devices": {"com.apple.CoreSimulator.SimRuntime.iOS-18-0": [
      {"udid": "\#(Ward.simulator)", "state": "\#(state)", "isAvailable": \#(isAvailable)}]}}
    """#
  }

  @Test("with xcrun, device, app and leave for loopback nothing is in the way")
  func allFine() async throws {
    let ward = try Ward()
    try ward.write(list("Shutdown"), to: "devices.json")
    let bundle = try ward.makeBundle(id: id, transport: local)
    let findings = await findings(ward, bundle: bundle)
    #expect(findings.map(\.subject) == ["xcrun", "device", "app", "ATS"])
    #expect(findings.allSatisfy { $0.outcome == .fine })
  }

  @Test("a machine without xcrun is told so, and nothing else is asked")
  func noXcrun() async throws {
    let ward = try Ward()
    let findings = await findings(ward, bundle: nil, path: ward.folder)
    #expect(findings.map(\.subject) == ["xcrun"])
    #expect(findings[0].isTrouble)
  }

  @Test("an xcrun that finds no simctl is trouble")
  func noSimctl() async throws {
    let ward = try Ward()
    try ward.write("72", to: "find-status")
    let findings = await findings(ward, bundle: nil)
    #expect(findings.map(\.subject) == ["xcrun"])
    #expect(findings[0].isTrouble)
  }

  @Test("a device that is not there, or whose runtime is gone, is trouble before the app is")
  func wrongDevice() async throws {
    let ward = try Ward()
    try ward.write(list("Booted"), to: "devices.json")
    let other = await findings(ward, device: "00000000-0000-4000-8000-000000000000", bundle: nil)
    #expect(other.map(\.subject) == ["xcrun", "device"])
    #expect(other.last?.isTrouble == true)
    try ward.write(list("Shutdown", isAvailable: false), to: "devices.json")
    #expect(await findings(ward, bundle: nil).last?.isTrouble == true)
    try ward.write("not JSON", to: "devices.json")
    #expect(await findings(ward, bundle: nil).last?.isTrouble == true)
  }

  @Test("an app without a bundle that is not installed is trouble")
  func notInstalled() async throws {
    let ward = try Ward()
    try ward.write(list("Booted"), to: "devices.json")
    let findings = await findings(ward, bundle: nil)
    #expect(findings.last?.subject == "app")
    #expect(findings.last?.isTrouble == true)
  }

  @Test(
    "App Transport Security must allow http to loopback",
    arguments: [
      ("", true), (local, false),
      ("<key>NSAppTransportSecurity</key><dict/>", true),
      (
        "<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict>",
        false
      ),
      // The narrower key makes iOS pass over the wider one.
      (
        "<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/>"
          + "<key>NSAllowsLocalNetworking</key><false/></dict>", true
      ),
    ])
  func transport(_ entry: String, isTrouble: Bool) throws {
    let ward = try Ward()
    let bundle = AppBundle(folder: try ward.makeBundle(id: id, transport: entry))
    #expect(bundle.findings(wanting: id).last?.isTrouble == isTrouble)
  }

  @Test("a bundle of another app, a broken one and none at all are trouble")
  func wrongBundle() throws {
    let ward = try Ward()
    let folder = try ward.makeBundle(id: "com.example.other", transport: local)
    #expect(AppBundle(folder: folder).findings(wanting: id).map(\.isTrouble) == [true])
    try ward.write("<plist", to: "Todo.app/Info.plist")
    #expect(AppBundle(folder: folder).findings(wanting: id).map(\.isTrouble) == [true])
    #expect(AppBundle(folder: "/nowhere").findings(wanting: id).map(\.isTrouble) == [true])
  }
}

@Suite struct EmulatorCheckTests {
  private func findings(
    _ ward: Ward, bundle: String? = nil, path: String? = nil
  ) async -> [HealthFinding] {
    await ward.driverFindings(
      "adb",
      app: DeviceApp(
        device: "emulator-5554", id: id, bundle: bundle, activity: ".MainActivity"),
      path: path)
  }

  @Test("with adb, a device and an installed debug build nothing is in the way")
  func allFine() async throws {
    let ward = try Ward()
    let findings = await findings(ward)
    #expect(findings.map(\.subject) == ["adb", "device", "app", "cleartext"])
    #expect(!findings.contains { $0.isTrouble })
  }

  @Test("a device that is offline is trouble, and so is a machine without adb")
  func offline() async throws {
    let ward = try Ward()
    try ward.write("offline\n", to: "get-state")
    #expect(await findings(ward).map(\.isTrouble) == [false, true])
    #expect(await findings(ward, path: ward.folder).map(\.isTrouble) == [true])
  }

  @Test("an .apk that is not there is trouble")
  func missingBundle() async throws {
    let ward = try Ward()
    #expect(await findings(ward, bundle: "/nowhere/todo.apk").last?.isTrouble == true)
  }
}
