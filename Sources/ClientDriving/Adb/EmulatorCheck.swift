// Owns: what a run on an Android device needs: adb, the device, the app and its being debuggable.
// Does not own: iOS's (SimulatorCheck).

import AcceptanceModel
import Foundation

struct EmulatorCheck {
  let app: DeviceApp
  let tool: Surroundings

  func findings() async -> [HealthFinding] {
    switch await tool.said(["adb", "version"], within: .seconds(20)) {
    case .printed: break
    case .missing:
      return [
        .trouble(
          "adb", "there is no adb on PATH",
          fix: "install Android's platform tools and put their folder into PATH")
      ]
    case .failed(let sentence), .overdue(let sentence):
      return [.trouble("adb", sentence, fix: "start it anew: adb kill-server, then try again")]
    }
    let adb = HealthFinding.fine("adb", "adb answers")
    guard case .printed(let state) = await adbSaid(app, ["get-state"], tool),
      state.filter({ !$0.isWhitespace }) == "device"
    else {
      return [
        adb,
        .trouble(
          "device", "the device in client.app.device is not ready",
          fix: "start the emulator; `adb devices` must list its serial number as \"device\""),
      ]
    }
    return [adb, .fine("device", "it is ready")] + (await self.app(app, tool))
  }

  private func app(_ app: DeviceApp, _ tool: Surroundings) async -> [HealthFinding] {
    var findings: [HealthFinding] = []
    if let bundle = app.bundle {
      guard FileManager.default.fileExists(atPath: bundle) else {
        return [
          .trouble(
            "app", "there is no file where client.app.bundle leads",
            fix: "build the debug .apk, and name it in client.app.bundle")
        ]
      }
      findings.append(.fine("app", "the .apk is there; each scenario installs it"))
    }
    // Words that a device's shell reads; the preset refuses any other name.
    guard case .printed = await adbSaid(app, ["shell", "-T", "run-as", app.id, "true"], tool) else {
      return findings + [
        app.bundle == nil
          ? .trouble(
            "app", "the app is not installed, or no debug build",
            fix: "install a debug build (android:debuggable), or name its .apk in "
              + "client.app.bundle")
          : .note(
            "app", "whether it is a debug build shows at its first installation",
            fix: "build it debuggable: run-as works for no other")
      ]
    }
    return findings + [
      .fine("app", "it is installed, and a debug build"),
      .note(
        "cleartext", "whether the app may speak http cannot be seen from here",
        fix: "its debug build needs a network security config that permits cleartext to "
          + "127.0.0.1"),
    ]
  }

  private func adbSaid(_ app: DeviceApp, _ words: [String], _ tool: Surroundings) async
    -> Surroundings.Answer
  {
    await tool.said(["adb", "-s", app.device] + words, within: .seconds(15))
  }
}
