// Owns: `retry-after-ignored`.

import AcceptanceModel

/// The time is counted from the request's arrival, not from the answer's end: a client may begin
/// to wait as soon as it has read the header, which can be before the last byte is written. No
/// restart and no sync lifts it, where the client must have known (see `HistoryView.awareness`); the
/// user's asking does.
package enum RetryAfterIgnored: Rule {
  package static let code = FindingCode("retry-after-ignored")
  package static let summary = "An operation was sent again before the time that the server named."
  package static let likelyCause =
    "Retry-After is not read, read as seconds only, or forgotten at a relaunch."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      The server named a time in `Retry-After`, and the operation was sent before it. An \
      overloaded server asks for that time in order to recover; a queue full of clients that \
      ignore it keeps it down.
      """,
    example: [
      "Operation A is answered 503 with `Retry-After: 10`.",
      "The client waits for its own 300 ms.",
      "It sends A again, 9.7 s too early.",
    ],
    remedies: [
      .init(
        cause: "the header is not read",
        fix: "wait for the longer of it and your own delay"),
      .init(
        cause: "only seconds are read, not dates",
        fix: "read both forms (RFC 9110 §10.2.3)"),
      .init(
        cause: "a relaunch, `sync` or another tap starts at once",
        fix: "store the time with the task, and check it before every send"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.operations.compactMap { operation in
      guard !operation.mayHoldSendsOfAnother else { return nil }
      for earlier in operation.sends {
        guard let outcome = earlier.outcome, let pause = earlier.fullAnswer?.retryAfter,
          earlier.duty == .keep || earlier.duty == .either,
          let later = operation.sends.first(where: { outcome.position < $0.position }),
          later.position.at < earlier.position.at + pause,
          view.awareness(
            of: earlier, at: later, operation: operation,
            proves: { showsOutcome($0, of: operation, first: earlier) }) != nil
        else { continue }
        return told(operation, earlier, outcome, later, pause)
      }
      return nil
    }
  }

  /// A diagnosis in the list shows that an answer was handled: this one, where it is the first.
  private static func showsOutcome(
    _ listing: TaskListSnapshot, of operation: ObservedOperation, first: ObservedSend
  ) -> Bool {
    guard case .listed(let report) = listing.sighting(of: operation), report.hasDiagnosis else {
      return false
    }
    return operation.sends.first?.facts.request == first.facts.request
  }

  private static func told(
    _ operation: ObservedOperation, _ earlier: ObservedSend, _ outcome: ObservedSend.Outcome,
    _ later: ObservedSend, _ pause: Duration
  ) -> Finding {
    let waited = later.position.at - outcome.position.at
    let how =
      switch later.trigger {
      case .sync: "sync does not override Retry-After"
      case .relaunch: "the time was not stored with the task, so the relaunch forgot it"
      case .tap: "another tap does not override Retry-After"
      case .userRetry, .ownAccord:
        "Retry-After is the least delay, whatever the client's own backoff says"
      }
    return finding(
      operation.name,
      "operation \(operation.name) was sent again \(Wording.duration(waited)) after"
        + " \(Wording.outcome(of: earlier)) that asked for \(Wording.duration(pause)): \(how)",
      proof: [outcome.position, later.position])
  }
}
