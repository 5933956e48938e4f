// Owns: reading what simctl prints. Does not own: calling it (SimctlDevice).

enum SimctlOutput {
  /// The process id of the app from `bundle.id: PID`; `nil` where no line says it.
  static func processID(_ stdout: String, bundle: String) -> Int32? {
    for line in stdout.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] == bundle,
        let number = Int32(parts[1].drop { $0 == " " }), number > 1
      else { continue }
      return number
    }
    return nil
  }

  /// What went wrong: simctl says it on stderr, and its exit status says only that something did.
  static func trouble(_ stderr: String) -> SimctlTrouble? {
    guard let begin = stderr.firstRange(of: "(domain="),
      let comma = stderr[begin.upperBound...].firstRange(of: ", code="),
      let end = stderr[comma.upperBound...].firstIndex(of: ")"),
      let code = Int(stderr[comma.upperBound..<end])
    else { return nil }
    return SimctlTrouble(domain: String(stderr[begin.upperBound..<comma.lowerBound]), code: code)
  }

  /// A host path from `get_app_container`.
  static func path(_ stdout: String) -> String? {
    let path = stdout.split(whereSeparator: \.isNewline).first.map(String.init)
    return path?.hasPrefix("/") == true ? path : nil
  }
}

struct SimctlTrouble: Equatable {
  let domain: String
  let code: Int

  /// `terminate`: "found nothing to terminate", ESRCH.
  static let notRunning = SimctlTrouble(domain: "NSPOSIXErrorDomain", code: 3)
  /// `get_app_container` and `uninstall`: no such app on the device, ENOENT.
  static let notInstalled = SimctlTrouble(domain: "NSPOSIXErrorDomain", code: 2)

  /// What users report of this code; `nil` where there is no word of it. The texts that simctl prints change
  /// from one Xcode to the next, the codes hardly ever do.
  var meaning: String? {
    switch (domain, code) {
    // "Unable to lookup in current state: Shutdown"; 164 up to Xcode 10.
    case ("com.apple.CoreSimulator.SimError", 405), ("com.apple.CoreSimulator.SimError", 164):
      "the simulator is not booted, or is shutting down"
    // "Unable to boot the Simulator. launchd failed to respond."
    case ("NSPOSIXErrorDomain", 60): "the simulator's launchd did not respond"
    case ("NSPOSIXErrorDomain", 2): "there is no such app on the simulator"
    case ("FBSOpenApplicationServiceErrorDomain", _): "the simulator refused to open the app"
    default: nil
    }
  }
}
