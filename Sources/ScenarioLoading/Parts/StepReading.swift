// Owns: the steps, all but `await` and `check`, whose objects have files of their own.
// Does not own: whether a step makes sense where it is (ScenarioWalk).

import AcceptanceModel
import StrictJSON

/// A step and what it rests on.
struct StepDraft: Sendable {
  let step: Step
  let premise: Premise?
}

extension Form where Value == StepDraft {
  static var step: Form {
    let steps = Form<Step>.variants.map { variant in
      Variant<StepDraft>(variant.name, variant.summary) { reader in
        let step = variant.decode(&reader)
        let premise = reader.optional(
          "while", .premise,
          "what must be so when the step acts; else the run is inconclusive, not passed")
        return step.map { StepDraft(step: $0, premise: premise) }
      }
    }
    return Form.variants(tag: "do", noun: "step", steps).defined(as: "step")
  }
}

extension Form where Value == Step {
  fileprivate static var variants: [Variant<Step>] {
    [
      launch, submit, tapAgain, sync, retry, tasks, awaited, check, kill, quit, server,
      damageStore, release,
    ]
  }

  private static var launch: Variant<Step> {
    Variant("launch", "start the client and greet it") { reader in
      let process = reader.process()
      let refuses = reader.optional(
        "refuseFileWrites", .flag, "every write that would grow a file fails, as on a full disk")
      let offset = reader.optional(
        "clockOffsetS", .integer(-315_360_000...315_360_000), "shift of the client's clock, seconds"
      )
      let token = reader.optional(
        "token", Form<LaunchOptions.Token>.word(noun: "token"),
        "which credential it gets, where the scenario needs one; first if left out")
      let options = LaunchOptions(
        refusesFileWrites: refuses ?? false, clockOffset: offset.map { .seconds($0) },
        token: token ?? .first)
      return .launch(process, options)
    }
  }

  private static var submit: Variant<Step> {
    Variant("submit", "the user taps New") { reader in
      let operation = reader.operation("what this file calls the operation")
      let body = reader.optional(
        "body", .anyObject(longest: 524_288), "the content; the runner's own if left out")
      let count = reader.optional(
        "count", .integer(1...1000),
        "how many taps; with more than one they are called A-1, A-2, …; 1 if left out")
      let process = reader.process()
      guard let operation else { return nil }
      return .submit(operation, body: body, count: count ?? 1, in: process)
    }
  }

  private static var tapAgain: Variant<Step> {
    Variant("tapAgain", "the user taps New again with the same content: a new operation") {
      reader in
      let operation = reader.operation("what this file calls the new operation")
      let like = reader.required("like", .operationName, "the operation whose content it repeats")
      let process = reader.process()
      guard let operation, let like else { return nil }
      return .tapAgain(operation, like: like, in: process)
    }
  }

  private static var sync: Variant<Step> {
    Variant("sync", "connectivity came back, or a background refresh fired") { reader in
      .sync(reader.process())
    }
  }

  private static var retry: Variant<Step> {
    Variant("retry", "the user asks for a stopped task to be sent again") { reader in
      let operation = reader.operation("the operation of the task")
      let process = reader.process()
      return operation.map { .retry($0, in: process) }
    }
  }

  private static var tasks: Variant<Step> {
    Variant("tasks", "look at the client's list, for the rules to judge") { reader in
      .tasks(reader.process())
    }
  }

  private static var awaited: Variant<Step> {
    Variant("await", "wait, as long as the client's limits allow") { reader in
      Awaited.read(&reader).map { .await($0) }
    }
  }

  private static var check: Variant<Step> {
    Variant("check", "what must be true now, beyond the rules") { reader in
      Check.read(&reader).map { .check($0) }
    }
  }

  private static var kill: Variant<Step> {
    Variant("kill", "signal the client") { reader in
      let process = reader.process()
      let signal = reader.optional(
        "signal", Form<ProcessSignal>.word(noun: "signal"),
        "kill (SIGKILL, waits for the end) if left out")
      return .kill(process, signal ?? .kill)
    }
  }

  private static var quit: Variant<Step> {
    Variant("quit", "end the client's input; it must be gone within its quitMs") { reader in
      .quit(reader.process())
    }
  }

  private static var server: Variant<Step> {
    Variant("server", "take the server away, bring it back, or move its clock") { reader in
      let change = reader.required(
        "change", .serverChange,
        "down: refuse connections; up: accept them again; restart: reset all connections; "
          + "clock: its clock goes forward, so that keys grow old")
      let records = reader.optional(
        "records", Form<RecordsAfterRestart>.word(noun: "fate of the records"),
        "what a restart does to the records; kept if left out")
      let forward = reader.optional(
        "forwardS", .integer(1...315_360_000), "seconds by which the clock goes forward")
      guard let change else { return nil }
      let strays: [(name: String, isGiven: Bool, owner: String, sentence: String)] = [
        ("records", records != nil, "restart", "only a restart can lose records"),
        ("forwardS", forward != nil, "clock", "only the clock goes forward"),
      ]
      for stray in strays where stray.isGiven && change != stray.owner {
        reader.problems.add(
          reader.position(of: stray.name),
          "\"\(stray.name)\" means nothing with \"change\": \"\(change)\"; \(stray.sentence)")
      }
      switch change {
      case "down": return .server(.down)
      case "up": return .server(.up)
      case "restart": return .server(.restart(records ?? .kept))
      default:
        if !reader.has("forwardS") {
          reader.problems.add(
            reader.position(of: "change"),
            "the step does not say how far the clock goes; \"forwardS\" is wanted, in seconds")
        }
        return forward.map { .server(.clock(by: .seconds($0))) }
      }
    }
  }

  private static var release: Variant<Step> {
    Variant("release", "let the sends that a fault holds go on") { reader in
      .release(
        reader.optional("operation", .operationName, "whose sends; everybody's if left out"))
    }
  }

  private static var damageStore: Variant<Step> {
    Variant("damageStore", "make one stored record unreadable") { reader in
      let operation = reader.operation("the operation of the task")
      let process = reader.process()
      return operation.map { .damageStore($0, in: process) }
    }
  }
}

extension Form where Value == Premise {
  fileprivate static var premise: Form {
    .object { reader in
      let operation = reader.required("operation", .operationName, "the operation it is about")
      let sends = reader.optional(
        "sends", .integer(0...1000), "exactly so many complete sends of it have arrived")
      let isInFlight = reader.optional(
        "inFlight", .yes, "the latest send arrived before the step, and has no answer or end yet")
      let leaseIsRunning = reader.optional(
        "leaseRunning", .yes, "the client's lease on the latest send has not run out")
      reader.atLeastOne(of: ["sends", "inFlight", "leaseRunning"])
      guard let operation else { return nil }
      return Premise(
        operation: operation, sendCount: sends, isInFlight: isInFlight ?? false,
        leaseIsRunning: leaseIsRunning ?? false)
    }.defined(as: "premise")
  }
}

extension ObjectReader {
  fileprivate mutating func process() -> ProcessName {
    optional("process", .processName, "which running copy of the client; app if left out") ?? .app
  }

  fileprivate mutating func operation(_ summary: String) -> OperationName? {
    required("operation", .operationName, summary)
  }
}

extension Form where Value == String {
  /// The words of `acceptance serve` are answered with those of a step.
  fileprivate static var serverChange: Form {
    let words = Form.word(["down", "up", "restart", "clock"], noun: "change of the server")
    return Form(words.kinds, wanted: words.wanted, schema: words.schema()) {
      node, subject, problems in
      let synonyms = ["offline": "down", "online": "up"]
      if let word = node.value.stringValue, let right = synonyms[word] {
        problems.add(
          node.position,
          "unknown change of the server \(Found.quoted(word)); did you mean \(Found.quoted(right))?"
        )
        return nil
      }
      return words.read(node, subject, &problems)
    }
  }
}
