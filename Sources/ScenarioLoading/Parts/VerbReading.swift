// Owns: `client.verbs` and `client.app` of a scenario file. Does not own: the rest of `client`
// (ClientReading).

import AcceptanceModel
import StrictJSON

extension Form where Value == [String: CommandVerb] {
  /// Each verb with what it stands for; only `submit` must be there.
  static var verbs: Form {
    .object { reader in
      var verbs: [String: CommandVerb] = [:]
      for name in CommandVerb.Name.allCases {
        let word = name.rawValue
        verbs[word] =
          name == .submit
          ? reader.required(word, .verb, name.summary) : reader.optional(word, .verb, name.summary)
      }
      return verbs
    }
  }
}

extension Form where Value == CommandVerb {
  fileprivate static var verb: Form {
    .object { reader in
      let argv = reader.required(
        "argv", .argv,
        "the program and its arguments, with the placeholders {bin} {endpoint} {port} {home}, "
          + "for submit {body} {bodyFile} {operation} {marker}, and for retry and damage {task}")
      let mode: CommandVerb.Mode? = reader.optional(
        "mode", .word(noun: "mode"),
        "wait: done when the program has ended; background: it goes on and belongs to the app")
      let okExit = reader.optional(
        "okExit", .set(of: .integer(0...255), count: 1...256, of: "exit statuses"),
        "exit statuses with which the verb did what it should; 0 if left out")
      let deadline = reader.optional(
        "deadlineMs", .milliseconds(1...3_600_000),
        "after this the program and all of its group are killed")
      guard let argv else { return nil }
      return CommandVerb(
        argv: argv, mode: mode ?? .wait, okExit: Set((okExit ?? [0]).map(Int32.init)),
        deadline: deadline)
    }.defined(as: "verb")
  }
}

extension Form where Value == DevicedApp {
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
      return DevicedApp(
        device: device, id: id, bundle: bundle, activity: activity, callLimit: callLimit)
    }
  }
}

extension CommandVerb.Name {
  fileprivate var summary: String {
    switch self {
    case .reset: "forgets everything; called once, before a scenario's first launch"
    case .launch: "the user opens the app"
    case .submit: "the user taps New"
    case .sync: "connectivity came back, or a background refresh fired"
    case .tasks: "prints the array of tasks"
    case .retry: "the user asks for the stopped task {task} to be sent again"
    case .damage: "makes the stored record of {task} unreadable, for testing"
    case .terminate: "asks the app to quit in order; SIGTERM to what runs, if left out"
    case .kill: "ends the app at once, besides SIGKILL to what runs"
    case .diagnostics: "prints what the app logged, to be searched for secrets"
    }
  }
}
