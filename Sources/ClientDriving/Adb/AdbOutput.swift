// Owns: reading what adb's calls print, and words that pass the device's shell unharmed.
// Does not own: calling it (AdbDevice).

enum AdbOutput {
  /// `adb shell` joins its arguments and has a shell on the device read them.
  static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }

  /// `am start -W` exits with 0 whatever happened; only this line says that the app was started.
  static func isStarted(_ stdout: String) -> Bool {
    stdout.split(whereSeparator: \.isNewline).contains { $0 == "Status: ok" }
  }

  /// `pm clear` prints one word.
  static func isSuccess(_ stdout: String) -> Bool {
    stdout.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("Success") }
  }

  /// The numbers from `pidof`; empty where the app does not run.
  static func processIDs(_ stdout: String) -> [Int32] {
    stdout.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }.filter { $0 > 1 }
  }
}
