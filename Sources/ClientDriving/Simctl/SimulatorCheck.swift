// Owns: what a run on an iOS Simulator needs: xcrun, the device, the app, and its leave to speak to
// loopback. Does not own: Android's (EmulatorCheck).

import AcceptanceModel
import StrictJSON

struct SimulatorCheck {
  let app: DeviceApp
  let tool: Surroundings

  func findings() async -> [HealthFinding] {
    guard let xcrun = await xcrun(tool) else {
      return [
        .trouble(
          "xcrun", "there is no xcrun on PATH",
          fix: "a simulator needs macOS with Xcode: xcode-select --install, then open Xcode once")
      ]
    }
    guard !xcrun.isTrouble else { return [xcrun] }
    let device = await device(app, tool)
    guard !device.isTrouble else { return [xcrun, device] }
    return [xcrun, device] + (await self.app(app, tool))
  }

  /// `nil`: there is none.
  private func xcrun(_ tool: Surroundings) async -> HealthFinding? {
    switch await tool.said(["xcrun", "--find", "simctl"], within: .seconds(60)) {
    case .printed: .fine("xcrun", "xcrun finds simctl")
    case .missing: nil
    case .failed(let sentence), .overdue(let sentence):
      .trouble(
        "xcrun", sentence,
        fix: "choose a whole Xcode: sudo xcode-select -s /Applications/Xcode.app, then run "
          + "xcodebuild -runFirstLaunch")
    }
  }

  private func device(_ app: DeviceApp, _ tool: Surroundings) async -> HealthFinding {
    switch await tool.said(
      ["xcrun", "simctl", "list", "devices", "--json"], within: .seconds(60))
    {
    case .printed(let text):
      guard let device = SimulatorList.device(app.device, in: text) else {
        return .trouble(
          "device", "no simulator has the UDID in client.app.device",
          fix: "make one for this run alone: xcrun simctl create acceptance \"iPhone 16\", and put "
            + "the UDID that it prints into client.app.device")
      }
      guard device.isAvailable else {
        return .trouble(
          "device", "the simulator's runtime is not installed any more",
          fix: "install it: xcodebuild -downloadPlatform iOS, or make a device of another runtime")
      }
      return .fine(
        "device", device.isBooted ? "it is booted" : "it is there; a run boots it, in minutes")
    case .missing, .failed, .overdue:
      return .trouble(
        "device", "simctl does not list its devices",
        fix:
          "end the simulator's service: killall -9 com.apple.CoreSimulator.CoreSimulatorService, "
          + "then try again")
    }
  }

  private func app(_ app: DeviceApp, _ tool: Surroundings) async -> [HealthFinding] {
    let folder: String
    if let bundle = app.bundle {
      folder = bundle
    } else {
      let said = await tool.said(
        ["xcrun", "simctl", "get_app_container", app.device, app.id, "app"], within: .seconds(20))
      guard case .printed(let text) = said,
        let path = text.split(whereSeparator: \.isNewline).first, path.hasPrefix("/")
      else {
        return [
          .trouble(
            "app", "the app is not installed on a booted device, and client.app.bundle names none",
            fix: "name the built .app in client.app.bundle, so that each scenario installs it anew")
        ]
      }
      folder = String(path)
    }
    return AppBundle(folder: folder).findings(wanting: app.id)
  }
}

/// What `simctl list devices --json` says.
enum SimulatorList {
  struct Device: Equatable {
    let isBooted: Bool
    let isAvailable: Bool
  }

  static func device(_ udid: String, in text: String) -> Device? {
    let value: JSONValue
    do {
      value = try JSONParser.parse(Array(text.utf8)).value
    } catch {
      return nil
    }
    let devices = (value["devices"]?.objectValue ?? []).flatMap { $0.value.arrayValue ?? [] }
    guard
      let device = devices.first(where: {
        $0["udid"]?.stringValue?.lowercased() == udid.lowercased()
      })
    else { return nil }
    return Device(
      isBooted: device["state"]?.stringValue == "Booted",
      isAvailable: device["isAvailable"]?.boolValue ?? true)
  }
}
