// Owns: history → the lines that a person wants to see of it, in order.
// Does not own: drawing them (SequenceDiagram) or listing them (HTMLScenario).

import AcceptanceModel
import Evidence

struct Story: Sendable {
  private(set) var lines: [StoryLine] = []
  private var keys: [IdempotencyKey: Int] = [:]
  private var names: [LaunchNumber: String] = [:]
  private var request: [RequestNumber: String] = [:]
  private let faultKinds: [String]
  private var now: HistoryEntry?

  init(_ scenario: RedactedScenario) {
    faultKinds = scenario.faultKinds.map(\.text)
    // Numbered by the sends, as the judge's sentences number them.
    for entry in scenario.history.entries {
      guard case .server(.arrived(let send)) = entry.observation, let key = send.key.key,
        keys[key] == nil
      else { continue }
      keys[key] = keys.count + 1
    }
    for entry in scenario.history.entries {
      now = entry
      switch entry.observation {
      case .client(let seen): tell(seen)
      case .server(let seen): tell(seen)
      case .runner(let seen): tell(seen)
      }
    }
    guard case .failed(let findings) = scenario.verdict else { return }
    for index in lines.indices {
      lines[index].proves = findings.filter { $0.proof.contains(lines[index].entry) }
        .map(\.code.text)
    }
  }

  private mutating func add(
    _ shape: StoryLine.Shape, _ label: String, _ sentence: String,
    _ tone: StoryLine.Tone = .plain, key: Int? = nil
  ) {
    guard let now else { return }
    lines.append(
      StoryLine(
        entry: now.sequence, at: now.at, shape: shape, label: label, sentence: sentence,
        tone: tone, key: key))
  }

  private func name(_ launch: LaunchNumber) -> String {
    names[launch].map { $0 == "app" ? "the client" : "the client's \($0)" } ?? "the client"
  }

  // MARK: - The client

  private mutating func tell(_ seen: ClientObservation) {
    switch seen {
    case .launched(let launch, let process):
      names[launch] = process.text
      let words = launch.number == 1 ? "launch" : "launch \(launch.number)"
      let which = process == .app ? words : "\(words) (\(process))"
      add(.launch(launch.number), which, "The client is launched (\(process), \(launch)).")
    case .greeted(_, .ok): break
    case .greeted(let launch, .busy):
      add(.toUser, "busy", "\(name(launch).capitalisedFirst) says that its queue is in use.")
    case .greeted(let launch, .refused):
      add(.toUser, "refuses", "\(name(launch).capitalisedFirst) refuses to start.", .bad)
    case .submitted(let operation, _, let like):
      let again = like.map { ", the same content as \($0)" } ?? ""
      add(.toClient, "New: \(operation)", "The user taps New: operation \(operation)\(again).")
    case .acknowledged(let operation, _, _, let key):
      let ordinal = key.flatMap { keys[$0] }
      let other = key == nil ? "" : " under a key that it never sends"
      let words = ordinal.map { " under key \($0)" } ?? other
      let short = ordinal.map { " · key \($0)" } ?? (key == nil ? "" : " · unused key")
      add(
        .toUser, "\(operation) saved\(short)",
        "The client says that \(operation) is saved\(words).",
        key: ordinal)
    case .submitRefused(let operation, _, _):
      add(.toUser, "\(operation) refused", "The client says that \(operation) could not be saved.")
    case .submitUnanswered(let operation, _):
      add(
        .note, "\(operation): no answer",
        "The client ended before it said whether \(operation) was saved.")
    case .synced(let launch):
      add(.toClient, "sync", "\(name(launch).capitalisedFirst) is told to synchronise.")
    case .retryAsked(let operation, _):
      add(.toClient, "retry \(operation)", "The user asks for \(operation) to be sent again.")
    case .damaged(let operation, _):
      add(
        .toClient, "damage \(operation)", "The stored record of \(operation) is damaged.", .trouble)
    case .listed(_, let tasks): tellList(tasks)
    case .signalled, .exited, .unanswered, .abilityDenied, .contractBroken, .leftBehind,
      .secretSeen:
      tellProcess(seen)
    }
  }

  private mutating func tellList(_ tasks: [TaskReport]) {
    let states = tasks.map { "\($0.operation?.text ?? "?") \($0.state.rawValue)" }
    let words = states.isEmpty ? "no tasks" : states.joined(separator: ", ")
    let short = states.count > 2 ? "\(states.count) tasks listed" : words
    add(.toUser, short, "The client lists: \(words).")
  }

  private mutating func tellProcess(_ seen: ClientObservation) {
    switch seen {
    case .signalled(let launch, let signal):
      let word = signal?.systemName ?? "quit"
      let tone: StoryLine.Tone = signal == nil ? .plain : .trouble
      add(
        .toClient, word,
        "\(name(launch).capitalisedFirst) is sent \(signal?.systemName ?? "the end of its input").",
        tone)
    case .exited(let launch, .status(let status)):
      add(
        .exit(launch.number), "ends (\(status))",
        "\(name(launch).capitalisedFirst) ends with status \(status).")
    case .exited(let launch, .signal(let signal)):
      let word = signal == 9 ? "killed" : "signal \(signal)"
      add(
        .exit(launch.number), word, "\(name(launch).capitalisedFirst) is ended by signal \(signal)."
      )
    case .unanswered(_, let command):
      add(.note, "no answer to \(command)", "The client does not answer \(command) in time.", .bad)
    case .abilityDenied(_, let command):
      add(.note, "no \(command)", "The client declares \(command) and does not support it.", .bad)
    case .contractBroken(_, let reason):
      add(.note, "contract broken", "The client breaks the contract: \(reason).", .bad)
    case .leftBehind(let count):
      add(.note, "\(count) left behind", "Processes left alive by the client: \(count).", .bad)
    case .secretSeen(_, let channel):
      add(
        .note, "secret on \(channel.rawValue)",
        "A planted secret stands in the client's \(channel.rawValue).", .bad)
    default: break
    }
  }

  // MARK: - The server

  private mutating func tell(_ seen: ServerObservation) {
    switch seen {
    case .listening, .connected, .held, .released: break
    case .down: add(.atServer, "server goes away", "The server stops taking connections.", .trouble)
    case .up: add(.atServer, "server is back", "The server takes connections again.", .trouble)
    case .restarted(let records):
      add(
        .atServer, "restart, records \(records.rawValue)",
        "The server restarts; its records are \(records.rawValue).", .trouble)
    case .recordsLost: add(.atServer, "records lost", "The server loses all its records.", .trouble)
    case .clockMoved(let duration):
      let words = "\(duration.components.seconds) s later"
      add(.atServer, words, "The server's clock goes forward: it is \(words) there.", .trouble)
    case .arrived(let send): tellSend(send)
    case .partial(let number, _, _):
      add(.send, "part of a request", "A request ends before it is complete (\(number)).")
    case .strayed(let number, _, let kind):
      add(.send, kind.words, "A request that is no send: \(kind.words) (\(number)).")
    case .answerBroken(let number, let broken):
      let words = request[number] ?? "\(number)"
      add(
        .atServer, "no whole answer",
        "\(words.capitalisedFirst) is answered with \(broken.phrase(.closed).text).", .trouble)
    case .strayAnswered: break
    case .foreign(let number, _, _):
      add(.send, "another process' request", "A request that is not the client's (\(number)).")
    case .followedRedirect(let number, _, let cargo):
      let taken =
        [(cargo.hasKey, "the key"), (cargo.hasCredential, "the credential")]
        .filter(\.0).map(\.1) + (cargo.bodyByteCount > 0 ? ["the body"] : [])
      let words = taken.isEmpty ? "nothing of the write" : taken.joined(separator: ", ")
      add(
        .send, "to another origin",
        "A request follows a redirect to another origin with \(words) "
          + "(\(number)).", taken.isEmpty ? .plain : .bad)
    case .committed(let record, let number):
      add(
        .atServer, "\(record)", "The server makes \(record) of \(request[number] ?? "\(number)").",
        .good)
    case .recordReplaced(let record, _):
      add(.atServer, "\(record) replaced", "The scenario gives \(record) another body.", .trouble)
    case .faultActed(let index, _, _):
      let kind = faultKinds.indices.contains(index) ? faultKinds[index] : "fault \(index + 1)"
      add(.atServer, kind, "Fault \(index + 1) acts: \(kind).", .trouble)
    case .answered(let number, let answer): tellAnswer(number, answer)
    case .ended(let number, let end):
      let whose = request[number] ?? "\(number)"
      add(
        .answer(.notAtAll), end.words,
        "\(whose.capitalisedFirst) has no whole answer: \(end.words).", .trouble)
    }
  }

  private mutating func tellSend(_ send: SendFacts) {
    let ordinal = send.key.key.flatMap { keys[$0] }
    let operation = send.attribution.operation?.text
    let key = ordinal.map { "key \($0)" } ?? "no key"
    let number = send.sendOfOperation
    let words = operation.map { "send \(number) of \($0)" } ?? "a send of no operation"
    request[send.request] = words
    let label = operation.map { number == 1 ? $0 : "\($0), send \(number)" } ?? "unknown"
    add(
      .send, "\(label) · \(key)", "The server receives \(words) under \(key).",
      operation == nil || ordinal == nil ? .bad : .plain, key: ordinal)
  }

  private mutating func tellAnswer(_ number: RequestNumber, _ answer: AnswerFacts) {
    let arrival: StoryLine.Arrival =
      switch answer.delivery {
      case .full: .whole
      case .cut: .partly
      case .none: .notAtAll
      }
    let replay = answer.isReplay ? ", from the record" : ""
    let extent =
      switch answer.delivery {
      case .full: ""
      case .cut: ", cut off"
      case .none: ", of which nothing arrives"
      }
    let whose = request[number] ?? "\(number)"
    let isSuccess = answer.content == .success && answer.delivery == .full
    add(
      .answer(arrival), "\(answer.status)\(answer.delivery == .full ? "" : extent)",
      "The server answers \(whose) with \(answer.status)\(replay)\(extent).",
      isSuccess ? .good : .plain)
  }

  // MARK: - The scenario

  private mutating func tell(_ seen: RunnerObservation) {
    switch seen {
    case .stepBegan, .stepsEnded: break
    case .awaitFailed(let index, let awaited, let waited):
      add(
        .note, "waited in vain: \(awaited.words)",
        "Step \(index + 1) waited \(waited.milliseconds) ms for \(awaited.words), in vain.", .bad)
    case .checkFailed(let index, let check):
      add(
        .note, "expected: \(check.words)",
        "The check of step \(index + 1) did not hold: \(check.sentence).", .bad)
    }
  }
}

extension ProcessSignal {
  var systemName: String {
    switch self {
    case .kill: "SIGKILL"
    case .terminate: "SIGTERM"
    case .stop: "SIGSTOP"
    case .continue: "SIGCONT"
    }
  }
}

extension StrayKind {
  var words: String {
    switch self {
    case .probe: "a probe"
    case .otherPath: "another path"
    case .otherQuery: "another query"
    case .otherMethod: "another method"
    case .otherHost: "another host"
    case .malformed: "no HTTP"
    }
  }
}

extension String {
  /// `the client` → `The client`.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
