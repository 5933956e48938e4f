// Owns: what one launch, one tap and one quit say of a client, read from their history.
// Does not own: making them happen (ClientCheck).

import AcceptanceModel
import ClientDriving

struct ClientReading {
  let report: ScenarioReport
  let table: ScenarioTable
  /// Scenarios that a run has at the same time.
  let jobs: Int
  let driver: (any ClientDriver.Type)?

  private var observations: [Observation] { report.history.entries.map(\.observation) }

  var findings: [HealthFinding] {
    if case .error(.serverFailed(let reason)) = report.verdict {
      return [.trouble("client", reason.text, fix: "see the line about ports")]
    }
    guard let start = startTrouble else { return [.fine("start", startedSentence)] + afterStart }
    return [start]
  }

  // MARK: - Start

  private var startTrouble: HealthFinding? {
    guard case .error(.clientNotStarted(let reason, let byteCount)) = report.verdict else {
      return nil
    }
    let spoke = byteCount == 0 ? "" : "; it wrote \(byteCount) bytes to stderr"
    return .trouble(
      "start", reason.text + spoke,
      fix: "run the client's command by hand with ACCEPTANCE_ENDPOINT and ACCEPTANCE_HOME set: it "
        + "must stay and answer {\"id\":1,\"do\":\"hello\",\"protocol\":1} on stdin with one line")
  }

  private var startedSentence: String {
    if let sentence = driver?.startedSentence { return sentence }
    return greeting == nil ? "it was started" : "it was started and answered hello"
  }

  private var greeting: (can: [String], limits: DeclaredLimits)? {
    for case .client(.greeted(_, .ok(let can, let limits))) in observations { return (can, limits) }
    return nil
  }

  private var afterStart: [HealthFinding] {
    if case .skipped(let reason) = report.verdict {
      return [.trouble("abilities", reason.text, fix: "a client must be able to submit at least")]
    }
    if let reason = breach {
      // The file's own mistake: a program of a verb that could not be started.
      guard !reason.hasPrefix("client.") else {
        return [
          .trouble(
            "verbs", reason,
            fix: "name a program that is there; a relative path leads from the table's folder")
        ]
      }
      return [
        .trouble(
          "contract", reason,
          fix: "stdout is for the contract's lines alone; whatever else the client says goes to "
            + "stderr")
      ]
    }
    return [abilities, limits].compactMap(\.self) + tap + [quit].compactMap(\.self)
  }

  private var breach: String? {
    for case .client(.contractBroken(_, let reason)) in observations { return reason.text }
    return nil
  }

  private var abilities: HealthFinding? {
    guard let can = greeting?.can else { return nil }
    let lacking = table.scenarios.filter { scenario in
      !scenario.abilitiesNeeded.allSatisfy { can.contains($0.rawValue) }
    }
    guard !lacking.isEmpty else {
      return .fine("abilities", "\(can.joined(separator: ", ")): enough for every scenario")
    }
    let missing = Set(lacking.flatMap(\.abilitiesNeeded).map(\.rawValue)).subtracting(can).sorted()
    return .note(
      "abilities",
      "\(can.joined(separator: ", ")); \(lacking.count) of \(table.scenarios.count) scenarios will "
        + "be skipped",
      fix: "to run them too, the client declares \(missing.joined(separator: ", "))")
  }

  /// What is left out is assumed to be long, and each failure is waited for as long.
  private var limits: HealthFinding? {
    guard let greeted = greeting?.limits else { return nil }
    let missing = [
      ("retryCapMs", greeted.retryCap ?? table.client.limits.retryCap),
      ("responseTimeoutMs", greeted.responseTimeout ?? table.client.limits.responseTimeout),
      ("leaseMs", greeted.lease ?? table.client.limits.lease),
    ].filter { $0.1 == nil }.map(\.0)
    guard !missing.isEmpty else { return nil }
    var limits = ClientLimits()
    limits.apply(greeted)
    limits.apply(table.client.limits)
    let minutes = Self.minutes(limits.sendDeadline)
    let all = Self.minutes(limits.sendDeadline * table.scenarios.count / max(1, jobs))
    return .note(
      "limits",
      "\(missing.joined(separator: ", ")) left out: a failing scenario may take \(minutes) min; a "
        + "full run about \(all) min, if all fail",
      fix: "declare what the client guarantees, in the limits of its answer to hello or in "
        + "client.limits")
  }

  /// Whole minutes, rounded up.
  private static func minutes(_ duration: Duration) -> Int {
    (duration.milliseconds + 59_999) / 60_000
  }

  // MARK: - The tap and its send

  private var tap: [HealthFinding] {
    let isAcknowledged = observations.contains {
      if case .client(.acknowledged) = $0 { true } else { false }
    }
    guard isAcknowledged || !sends.isEmpty else {
      return [
        .trouble(
          "submit", submitSentence,
          fix: "answer submit with a task as soon as it is stored, before anything is sent")
      ]
    }
    let submit = isAcknowledged ? [HealthFinding.fine("submit", "one tap became a task")] : []
    return submit + [endpoint]
  }

  private var submitSentence: String {
    for case .client(.submitRefused) in observations { return "the client refused a tap" }
    for case .client(.exited) in observations { return "the client ended before it took a tap" }
    return "a tap was not answered in time"
  }

  private var sends: [SendFacts] {
    observations.compactMap { if case .server(.arrived(let send)) = $0 { send } else { nil } }
  }

  private var endpoint: HealthFinding {
    guard let send = sends.first(where: { $0.attribution != .none }) ?? sends.first else {
      return strayed ?? nothing
    }
    guard send.attribution != .none else {
      return .trouble(
        "endpoint", "a request arrived without the content that was tapped",
        fix: "send the body of submit as it is: by the marker in it the runner knows whose request "
          + "it sees")
    }
    switch send.key {
    case .present: return .fine("endpoint", "the tap arrived, with a key \(keyPlace)")
    case .missing where table.server.key == .none:
      return .fine("endpoint", "the tap arrived; the server knows no keys")
    case .missing:
      return .trouble(
        "endpoint", "the tap arrived without a key \(keyPlace)",
        fix: "send the task's stored key there, or say in server.key where yours is")
    case .invalid:
      return .trouble(
        "endpoint", "the tap arrived with an unusable key \(keyPlace)",
        fix: "a key is 1 to 255 visible ASCII characters, once")
    }
  }

  private var keyPlace: String {
    switch table.server.key {
    case .header(let name): "in the header \(name)"
    case .field(let name): "in the field \(name)"
    case .none: "anywhere"
    }
  }

  private var strayed: HealthFinding? {
    for case .server(.strayed(_, _, let kind)) in observations {
      let what =
        switch kind {
        case .otherPath: "a request went to another path than \(table.server.path)"
        case .otherQuery:
          "a request came with another query than \(table.server.path) has; "
            + "\"ignoresQuery\": true in server allows any"
        case .otherMethod, .probe: "a request came by another method than \(table.server.method)"
        case .otherHost: "a request named another host"
        case .malformed: "something connected that speaks no HTTP; https, perhaps"
        }
      return .trouble(
        "endpoint", what,
        fix:
          "send to the whole URL in ACCEPTANCE_ENDPOINT, or say in server.path and server.method "
          + "what the client sends to")
    }
    return nil
  }

  private var nothing: HealthFinding {
    .trouble(
      "endpoint", "nothing arrived at the endpoint",
      fix: "send to the URL in ACCEPTANCE_ENDPOINT (its port is new in every scenario), not to a "
        + "built-in one; a proxy, or an app's rules against http, may stand in the way")
  }

  // MARK: - The end

  private var quit: HealthFinding? {
    // Whoever was not asked, because the steps ended before, has shown nothing.
    let isAsked = observations.contains {
      if case .client(.signalled(_, nil)) = $0 { true } else { false }
    }
    guard isAsked else { return nil }
    let isLate = observations.contains {
      if case .client(.unanswered(_, command: ContractVerb.quit.rawValue)) = $0 {
        true
      } else {
        false
      }
    }
    guard !isLate else {
      return .trouble(
        "quit", "the client was still there after its input had ended",
        fix: "end the process when stdin ends, or give it longer with \"quitMs\" in client.limits")
    }
    for case .client(.leftBehind(let count)) in observations {
      return .trouble(
        "quit", "\(count) processes of the client were still there after its end",
        fix: "end what the client has started before it ends itself")
    }
    for case .client(.exited(_, let exit)) in observations {
      if case .status(let status) = exit, table.client.okExit.contains(status) {
        return .fine("quit", "it quit in order")
      }
      return .trouble(
        "quit", "the client did not end as an orderly quit does",
        fix: "end with status 0, or name the status in client.okExit")
    }
    return nil
  }
}
