import AcceptanceModel
import ScenarioLoading
import StrictJSON

/// `client.verbs` and `client.can` of a scenario file.
package struct CommandConfiguration: ClientConfiguration {
  /// The programs, by `CommandVerb.Name`.
  package var verbs: [String: CommandVerb]
  /// Which variables of the environment the verbs use, since they cannot say so: `token`, `clock`.
  package var can: [String]

  package init(verbs: [String: CommandVerb] = [:], can: [String] = []) {
    self.verbs = verbs
    self.can = can
  }

  package var words: [String] { verbs.sorted { $0.key < $1.key }.flatMap(\.value.argv) }
  package var program: String? { verbs[CommandVerb.Name.submit.rawValue]?.argv.first }
  package var isLocal: Bool { true }

  package func mappingWords(_ change: ([String]) -> [String]) -> CommandConfiguration {
    let verbs = verbs.mapValues { verb in
      var verb = verb
      verb.argv = change(verb.argv)
      return verb
    }
    return CommandConfiguration(verbs: verbs, can: can)
  }

  static let part = ClientPart(key: "verbs") { reader in
    let verbs = reader.optional(
      "verbs", .verbs, "for the driver command: a program for each thing that the user does")
    let can = reader.optional(
      "can", .set(of: .word(["token", "clock"], noun: "ability"), count: 0...2, of: "abilities"),
      "with verbs: which of ACCEPTANCE_TOKEN and ACCEPTANCE_CLOCK_OFFSET_S they heed")
    // Any other client says itself what it can, in its answer to hello.
    reader.together("can", with: "verbs")
    return CommandConfiguration(verbs: verbs ?? [:], can: can ?? [])
  }
}

extension Form where Value == [String: CommandVerb] {
  /// Each verb with the command it runs; only `submit` is required.
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
