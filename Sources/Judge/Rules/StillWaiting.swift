// Owns: `still-waiting`: a wait that timed out and that nothing else explains.

import AcceptanceModel

/// Reported only where no other finding explains the same operation: see `Judge`.
package enum StillWaiting: Rule {
  package static let code = FindingCode("still-waiting")
  package static let summary =
    "A step waited as long as the client's limits allow, and no other rule explains it."
  package static let likelyCause =
    "The client pauses longer than it promises, or waits for something that never comes."
  package static let certainty = Certainty.unlessLate

  package static let explanation = RuleExplanation(
    meaning: """
      A step waited as long as the client's own limits allow, and what it waited for did not \
      happen. No other rule explains it.
      """,
    example: [
      "The client declares `\"retryCapMs\": 300`.",
      "Operation A is answered 503.",
      "The client waits for a minute before it sends A again.",
    ],
    remedies: [
      .init(
        cause: "a limit in `hello` is shorter than what the client does",
        fix: "state the real limits"),
      .init(
        cause: "the client waits for an event that never comes",
        fix: "let a timer start the retry, too"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    var told: Set<OperationName?> = []
    return view.failedWaits.compactMap { wait in
      let name = operation(of: wait.awaited)
      guard told.insert(name).inserted else { return nil }
      let (seen, proof) = seen(wait, name, in: view)
      return finding(
        name,
        "step \(wait.index + 1) timed out after \(Wording.duration(wait.waited)) waiting"
          + " \(awaited(wait.awaited)): \(seen)",
        proof: proof + [wait.position])
    }
  }

  private static func operation(of awaited: Awaited) -> OperationName? {
    switch awaited {
    case .send(let name, _), .handled(let name, _), .recorded(let name), .state(let name, _): name
    case .silence(let name, _): name
    case .idle, .settled, .exit: nil
    }
  }

  private static func awaited(_ awaited: Awaited) -> Message {
    switch awaited {
    case .send(let name, let number):
      "for operation \(name)'s \(Wording.ordinal(number)) complete send and its end"
    case .handled(let name, let number):
      "for the client to handle the answer to operation \(name)'s \(Wording.ordinal(number)) send"
    case .recorded(let name): "for a record of operation \(name)"
    case .state(let name, let state):
      "for operation \(name) to be listed as \(Wording.state(state))"
    case .idle: "for the client to list nothing as pending or sending"
    case .settled: "for the client to list every task as done or stopped, or not at all"
    case .silence(let name?, _): "for operation \(name) not to be sent again"
    case .silence(nil, _): "for nothing to be sent any more"
    case .exit(let process): "for the process `\(process)` to end"
    }
  }

  private static func seen(
    _ wait: HistoryView.FailedWait, _ name: OperationName?, in view: HistoryView
  ) -> (Message, [HistoryPosition]) {
    switch wait.awaited {
    case .exit: return ("it was still alive", [])
    case .idle, .settled:
      let states: Set<TaskState> =
        wait.awaited == .idle ? [.pending, .sending] : [.pending, .sending, .paused]
      let open = view.listings.last { $0.position < wait.position }.map { listing in
        listing.reports.count { states.contains($0.state) }
      }
      let listed = open.map { "it listed \(Wording.count($0, "such task")) at the last look" }
      return (listed ?? "its list was not seen", [])
    case .state:
      guard let name else { return ("it was not seen", []) }
      let (text, proof) = Sighted.last(of: name, before: wait.position, in: view)
      return ("\(text); \(sends(of: name, before: wait, in: view))", proof)
    case .silence:
      let during = view.sends.filter { send in
        send.position < wait.position && send.position.at >= wait.position.at - wait.waited
          && (name == nil || send.facts.attribution.operation == name)
      }
      return ("\(Wording.count(during.count, "send")) arrived meanwhile", during.map(\.position))
    case .send, .handled, .recorded:
      guard let name else { return ("it was not seen", []) }
      return (sends(of: name, before: wait, in: view), [])
    }
  }

  private static func sends(
    of name: OperationName, before wait: HistoryView.FailedWait, in view: HistoryView
  ) -> Message {
    let alive = view.aliveLaunches(at: wait.position)
    let running = alive.isEmpty ? ", and no process of the client was running" : ""
    let sends = view.operations(called: name).flatMap(\.sends)
      .filter { $0.position < wait.position }
    guard let last = sends.last else { return "no complete send of it arrived\(running)" }
    return "\(Wording.count(sends.count, "complete send")) of it arrived (last result:"
      + " \(Wording.outcome(of: last)))\(running)"
  }
}

/// What the client's list last said of an operation, as a clause.
enum Sighted {
  static func last(
    of name: OperationName, before position: HistoryPosition, in view: HistoryView
  ) -> (Message, [HistoryPosition]) {
    let operations = view.operations(called: name)
    guard let operation = operations.first,
      let listing = view.listings.last(where: { $0.position < position })
    else { return ("the client's list was never seen", []) }
    guard operations.count == 1 else {
      return (burst(operations, in: listing), [listing.position])
    }
    switch listing.sighting(of: operation) {
    case .notDue: return ("the client had not acknowledged it", [])
    case .gone: return ("the client does not list it", [listing.position])
    case .listed(let report):
      return ("the client lists it as \(Wording.state(report.state))", [listing.position])
    }
  }

  /// How many of a burst's operations are listed in each state.
  private static func burst(
    _ operations: [ObservedOperation], in listing: TaskListSnapshot
  ) -> Message {
    let states = operations.compactMap { operation -> TaskState? in
      guard case .listed(let report) = listing.sighting(of: operation) else { return nil }
      return report.state
    }
    let counts = TaskState.allCases.compactMap { state -> Message? in
      let count = states.count { $0 == state }
      return count == 0 ? nil : "\(count) as \(Wording.state(state))"
    }
    let missing = operations.count - states.count
    let parts = counts + (missing == 0 ? [] : ["\(missing) not at all"])
    return "of its \(operations.count) operations the client lists \(Wording.list(parts))"
  }
}
