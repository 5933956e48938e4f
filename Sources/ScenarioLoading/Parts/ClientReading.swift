// Owns: the `client` of a scenario file. Does not own: what drivers there are (ClientDriving).

import AcceptanceModel
import StrictJSON

extension Form where Value == ClientSpec {
  static func client(knownDrivers: [String], parts: [String: String]) -> Form {
    .object { reader in
      let driver = reader.optional(
        "driver", .word(knownDrivers, noun: "driver"),
        "how the runner talks to the client; jsonl if left out")
      let command = reader.optional(
        "command", .argv,
        "the program and its arguments, with the placeholders {bin} {endpoint} {port} {home}")
      let verbs = reader.optional(
        "verbs", .verbs, "for the driver command: a program for each thing that the user does")
      let can = reader.optional(
        "can",
        .set(
          of: .word(Self.heededVariables, noun: "ability"), count: 0...2, of: "abilities"),
        "with verbs: which of ACCEPTANCE_TOKEN and ACCEPTANCE_CLOCK_OFFSET_S they heed")
      // Any other client says itself what it can, in its answer to hello.
      reader.together("can", with: "verbs")
      let app = reader.optional(
        "app", .devicedApp, "for the drivers simctl and adb: which app on which device")
      let isSaid = reader.exactlyOne(of: ["command", "verbs", "app"])
      let name = driver ?? "jsonl"
      if isSaid, let part = parts[name], !reader.has(part) {
        reader.problems.add(
          reader.position(of: "driver"),
          "the driver \"\(name)\" needs \"\(part)\" in \"client\"; found "
            + Found.list(["command", "verbs", "app"].filter(reader.has)))
      }
      let environment = reader.optional(
        "environment", .environment,
        "variables for the client, besides the contract's own; the same placeholders")
      let limits = reader.optional(
        "limits", .limits, "what the client promises; wins over what it declares itself")
      let okExit = reader.optional(
        "okExit", .set(of: .integer(0...255), count: 1...256, of: "exit statuses"),
        "exit statuses of an orderly quit; 0 if left out")
      guard isSaid else { return nil }
      return ClientSpec(
        driver: name, command: command ?? [], environment: environment ?? [:],
        limits: limits ?? DeclaredLimits(), okExit: Set((okExit ?? [0]).map(Int32.init)),
        verbs: verbs ?? [:], can: can ?? [], app: app)
    }
  }

  private static var heededVariables: [String] { ["token", "clock"] }
}

extension Form where Value == [String] {
  /// The arguments themselves may be confidential: no message quotes one.
  static var argv: Form {
    let list = Form.list(of: .argument(0...4096), count: 1...256, of: "arguments")
    return Form(list.kinds, wanted: "an argv array", schema: list.schema()) {
      node, subject, problems in
      if case .string = node.content {
        problems.add(
          node.position,
          "\(subject) must be an argv array such as [\"{bin}/queue-client\", \"--store\"]; "
            + "found one string, and no shell is there to split it")
        return nil
      }
      guard let arguments = list.read(node, subject, &problems) else { return nil }
      guard let program = arguments.first, program.isEmpty else { return arguments }
      problems.add(
        node.position, "element 1 of \(subject) must name a program; found an empty string")
      return nil
    }
  }
}

extension Form where Value == [String: String] {
  fileprivate static var environment: Form {
    Form<[(name: String, value: String)]>
      .map(from: .environmentVariable, to: .argument(0...4096), count: 0...100, of: "variables")
      .map { entries in
        Dictionary(entries.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      }
  }
}

extension Form where Value == DeclaredLimits {
  fileprivate static var limits: Form {
    .object { reader in
      var limits = DeclaredLimits()
      limits.retryCap = reader.optional(
        "retryCapMs", .milliseconds(1...DeclaredLimits.retryCapMs.upperBound),
        "the longest pause between two sends of a task")
      limits.responseTimeout = reader.optional(
        "responseTimeoutMs", .milliseconds(DeclaredLimits.responseTimeoutMs),
        "how long the client waits for an answer")
      limits.lease = reader.optional(
        "leaseMs", .milliseconds(DeclaredLimits.leaseMs),
        "how long a dead sender's right to send lasts")
      limits.maxSendsPerSecond = reader.optional(
        "maxSendsPerSecond", .integer(DeclaredLimits.maxSendsPerSecond),
        "sends of one task in any second, at most")
      limits.quit = reader.optional(
        "quitMs", .milliseconds(DeclaredLimits.quitMs),
        "how long an orderly quit takes, at most")
      limits.retries = reader.optional(
        "retries", .word(noun: "way to retry"),
        "self: tries again by itself; onSync: once per launch and once per sync")
      limits.answerWithin = reader.optional(
        "answerWithinMs", .milliseconds(1...600_000), "how long a command may stay unanswered")
      return limits
    }
  }
}
