// Owns: `overlapping-sends`.

import AcceptanceModel

/// In flight: from the request's arrival to its answer or its end, as the server saw them. What a
/// process that is no more left in flight overlaps with nothing. Where the runner stopped a process
/// meanwhile (SIGSTOP), only what comes within half a lease counts: later, another process may have
/// taken the task over, and the overlap is the scenario's own doing.
package enum OverlappingSends: Rule {
  package static let code = FindingCode("overlapping-sends")
  package static let summary = "Two sends of one task were in flight at once."
  package static let likelyCause =
    "No lease keeps two processes apart, or a request that timed out is not cancelled."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      Two sends of one task were in flight at the same time. A server that handles both at once \
      may record twice, and the later response may undo what the earlier one said.
      """,
    example: [
      "Operation A's first send waits for its response.",
      "A background process finds A pending and sends it, too.",
    ],
    remedies: [
      .init(
        cause: "two processes or workers share the queue without a lease",
        fix: """
          take a lease in the store before a send, in one statement, longer than the response \
          timeout
          """),
      .init(
        cause: "a request that timed out goes on",
        fix: "cancel it before the next send"),
      .init(
        cause: "`sync` sends whatever is pending",
        fix: "skip tasks that are being sent"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.operations.compactMap { operation in
      var open: [ObservedSend] = []
      for later in operation.sends {
        open.removeAll { $0.hasOutcome(before: later.position) }
        if let earlier = open.first(where: { isFault($0, later, of: operation, in: view) }) {
          return finding(
            operation.name, sentence(operation, earlier, later, in: view),
            proof: [earlier.position, later.position])
        }
        open.append(later)
      }
      return nil
    }
  }

  private static func isFault(
    _ earlier: ObservedSend, _ later: ObservedSend, of operation: ObservedOperation,
    in view: HistoryView
  ) -> Bool {
    // One connection carries one request at a time: the server was handed it twice.
    guard earlier.facts.connection != later.facts.connection else { return false }
    // Sends of two equal operations are distinguished by their keys.
    if operation.hasEqualContent {
      guard let key = earlier.facts.key.key, key == later.facts.key.key else { return false }
    }
    // Read late: its connection is the older one, and may have been given up for the other's.
    if let old = later.connected, let new = earlier.connected,
      new.at - old.at >= view.terms.limits.responseTimeout / 2
    {
      return false
    }
    let senders = view.possibleSenders(of: earlier)
    guard !senders.isEmpty, senders.allSatisfy({ $0.isAlive(at: later.position) }) else {
      return false
    }
    let wasStopped = senders.contains {
      $0.wasStopped(after: earlier.position, before: later.position)
    }
    // A stopped sender can't renew its lease, and how old that was at the stop is not observed.
    return !wasStopped || later.position.at - earlier.position.at < view.terms.limits.lease / 2
  }

  private static func sentence(
    _ operation: ObservedOperation, _ earlier: ObservedSend, _ later: ObservedSend,
    in view: HistoryView
  ) -> Message {
    let first = Wording.ordinal(earlier.facts.sendOfOperation)
    let second = Wording.ordinal(later.facts.sendOfOperation)
    let age = Wording.duration(later.position.at - earlier.position.at)
    let start =
      "operation \(operation.name)'s \(second) send arrived \(age) after its \(first), which was"
      + " still in flight"
    if later.alive.count > 1 {
      return "\(start), while \(Wording.launches(later.alive)) were alive:"
        + " nothing keeps two processes from sending one task; take a lease in the store first"
    }
    return "\(start), in one process: nothing keeps two senders from one task, or a request that"
      + " timed out was not cancelled"
  }
}
