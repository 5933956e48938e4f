import AcceptanceModel
import ScenarioLoading
import StrictJSON

/// Which app on which simulator or emulator is under test: `client.app` of a scenario file.
package struct DeviceApp: Sendable, Hashable {
  /// A device of this run's own: a simulator's UDID or an emulator's serial number. Never a word
  /// that means whichever is booted: the app's data is deleted.
  package var device: String
  /// The bundle identifier, or Android's package name.
  package var id: String
  /// The `.app` folder or the `.apk` file, reinstalled before each scenario.
  package var bundle: String?
  /// Android's activity to start, e.g. `.MainActivity`; needed by `adb` alone.
  package var activity: String?
  /// How long a call of the device's tool may take that a healthy device answers at once; `nil`:
  /// the preset's own limit. Boots, installs and first frames have limits of their own.
  package var callLimit: Duration?

  package init(
    device: String, id: String, bundle: String? = nil, activity: String? = nil,
    callLimit: Duration? = nil
  ) {
    self.device = device
    self.id = id
    self.bundle = bundle
    self.activity = activity
    self.callLimit = callLimit
  }
}

/// `nil` where the file does not say it.
package struct DevicedAppConfiguration: ClientConfiguration {
  package var app: DeviceApp?

  package init(app: DeviceApp?) { self.app = app }

  package var words: [String] { [] }
  package var program: String? { nil }
  package var isLocal: Bool { false }

  package func mappingWords(_ change: ([String]) -> [String]) -> DevicedAppConfiguration {
    var app = app
    if let bundle = app?.bundle { app?.bundle = change([bundle]).first }
    return DevicedAppConfiguration(app: app)
  }

  static let part = ClientPart(key: "app") { reader in
    DevicedAppConfiguration(
      app: reader.optional(
        "app", .devicedApp, "for the drivers simctl and adb: which app on which device"))
  }
}

extension Form where Value == DeviceApp {
  static var devicedApp: Form {
    .object { reader in
      let device = reader.required(
        "device", .argument(1...200),
        "a simulator's UDID or an emulator's serial number, of a device of this run's own")
      let id = reader.required("id", .argument(1...200), "the bundle identifier or package name")
      let bundle = reader.optional(
        "bundle", .argument(1...4096), "the .app or .apk to install before each scenario")
      let activity = reader.optional(
        "activity", .argument(1...200), "for adb: the activity to start, e.g. .MainActivity")
      let callLimit = reader.optional(
        "callWithinMs", .milliseconds(1...3_600_000),
        "how long a quick call of xcrun or adb may take before it is killed")
      guard let device, let id else { return nil }
      return DeviceApp(
        device: device, id: id, bundle: bundle, activity: activity, callLimit: callLimit)
    }
  }
}
