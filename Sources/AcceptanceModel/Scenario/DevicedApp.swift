// Owns: which app on which simulator or emulator is under test. Does not own: reaching it.

package struct DevicedApp: Sendable, Hashable {
  /// A device of this run's own: a simulator's UDID or an emulator's serial number. Never a word
  /// that stands for whichever is booted: the app's data is thrown away.
  package var device: String
  /// The bundle identifier, or Android's package name.
  package var id: String
  /// The `.app` folder or the `.apk` file, installed anew before each scenario.
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
