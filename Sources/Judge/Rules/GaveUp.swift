// Owns: `gave-up`.

import AcceptanceModel

/// Seen in the list (stopped, though no answer allows it) or by a wait that failed. After a retry
/// that the user asked for, a client may stop again as it likes.
package enum GaveUp: Rule {
  package static let code = FindingCode("gave-up")
  package static let summary = "There are no more sends, though the outcome is unknown."
  package static let likelyCause =
    "A number of tries, a time, or one kind of failure ends the retries."
  package static let certainty = Certainty.unlessLate
  package static let followsFrom = [ClientCrashed.code, NoAnswer.code, ContractBroken.code]

  package static let explanation = RuleExplanation(
    meaning: """
      The client stopped sending although the outcome is unknown. The write may be missing or \
      recorded, and nobody finds out.
      """,
    example: [
      "Operation A's connection is reset five times.",
      "The client marks A as failed after its fifth try.",
      "The server never had it.",
    ],
    remedies: [
      .init(
        cause: "a number of tries or a time ends the retries",
        fix: "retry with longer pauses until the server answers; let the user cancel"),
      .init(
        cause: "one kind of failure is thought to be final",
        fix: "only a response that refuses the write is final"),
      .init(
        cause: "pauses are longer than declared",
        fix: "state `retryCapMs` in `hello`"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    let stalledOperations = view.stalledOperations
    return view.operations.compactMap { operation in
      if let finding = stopped(operation, in: view) { return finding }
      let stalled = stalledOperations.first { $0.operation.name == operation.name }
      guard let stalled, case .gaveUp(let last) = stalled.kind else { return nil }
      return silent(stalled, last)
    }
  }

  private static func stopped(_ operation: ObservedOperation, in view: HistoryView) -> Finding? {
    guard operation.damaged == nil, !operation.hasEqualContent else { return nil }
    for listing in view.looksAtStopped(operation) where listing.showsStopped(operation) {
      guard !mayBeStopped(operation, at: listing.position, in: view) else { continue }
      let last = operation.lastConcluded(before: listing.position)
      let why =
        last.map {
          "after \(sends(operation, before: listing.position)) (last result: \(Wording.outcome(of: $0)))"
        }
        ?? "though none of its sends was answered"
      return finding(
        operation.name,
        "operation \(operation.name) is listed as `stopped` \(why): the outcome is unknown, so it"
          + " must be retried until the server gives a final answer",
        proof: [last?.outcome?.position, listing.position].compactMap(\.self))
    }
    return nil
  }

  private static func mayBeStopped(
    _ operation: ObservedOperation, at position: HistoryPosition, in view: HistoryView
  ) -> Bool {
    if operation.hadSuccess(before: position) { return true }
    if operation.retries.contains(where: { $0 < position }) { return true }
    if view.earlyAnswers.contains(where: { $0.position < position && $0.duty != .keep }) {
      return true
    }
    guard let last = operation.lastConcluded(before: position) else { return false }
    // An answer to a send that overlapped with the last may be the one that was acted upon.
    return last.permitsStop
      || operation.sends.contains { send in
        send.permitsStop && send.hasOutcome(before: position)
          && !send.hasOutcome(before: last.position)
      }
  }

  private static func silent(_ stalled: StalledOperation, _ last: ObservedSend?) -> Finding {
    let operation = stalled.operation
    let waited = Wording.duration(stalled.wait.waited)
    let proof = [last?.outcome?.position, stalled.wait.position].compactMap(\.self)
    guard let last else {
      return finding(
        operation.name,
        "operation \(operation.name) was not sent within \(waited) although the server is reachable"
          + " again: the client gave up while it was down; it must keep retrying",
        proof: [operation.acknowledgement].compactMap(\.self) + proof)
    }
    let why =
      last.duty == .pause
      ? "a paused task must be sent again after a sync, a relaunch or new credentials"
      : "the outcome is unknown, so it must be retried"
    return finding(
      operation.name,
      "operation \(operation.name) was not sent again within \(waited) after"
        + " \(sends(operation, before: stalled.wait.position)) (last result:"
        + " \(Wording.outcome(of: last))): \(why)",
      proof: proof)
  }

  private static func sends(_ operation: ObservedOperation, before position: HistoryPosition)
    -> Message
  {
    Wording.count(operation.sends.count { $0.position < position }, "send")
  }
}
