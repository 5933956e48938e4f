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

  package static func findings(in reading: Reading) -> [Finding] {
    let standstills = reading.standstills
    return reading.operations.compactMap { operation in
      if let finding = stopped(operation, in: reading) { return finding }
      let standstill = standstills.first { $0.operation.name == operation.name }
      guard let standstill, case .gaveUp(let last) = standstill.kind else { return nil }
      return silent(standstill, last)
    }
  }

  private static func stopped(_ operation: OperationReading, in reading: Reading) -> Finding? {
    guard operation.damaged == nil, !operation.isTwinned else { return nil }
    for listing in reading.looksAtStopped(operation) where listing.showsStopped(operation) {
      guard !mayBeStopped(operation, at: listing.moment, in: reading) else { continue }
      let last = operation.lastConcluded(before: listing.moment)
      let why =
        last.map {
          "after \(sends(operation, before: listing.moment)) (last result: \(Wording.outcome(of: $0)))"
        }
        ?? "though none of its sends was answered"
      return finding(
        operation.name,
        "operation \(operation.name) is listed as `stopped` \(why): the outcome is unknown, so it"
          + " must be retried until the server gives a final answer",
        proof: [last?.outcome?.moment, listing.moment].compactMap(\.self))
    }
    return nil
  }

  private static func mayBeStopped(
    _ operation: OperationReading, at moment: Moment, in reading: Reading
  ) -> Bool {
    if operation.hadSuccess(before: moment) { return true }
    if operation.retries.contains(where: { $0 < moment }) { return true }
    if reading.earlyAnswers.contains(where: { $0.moment < moment && $0.duty != .keep }) {
      return true
    }
    guard let last = operation.lastConcluded(before: moment) else { return false }
    // An answer to a send that overlapped with the last may be the one that was heeded.
    return last.permitsStop
      || operation.sends.contains { send in
        send.permitsStop && send.hasOutcome(before: moment) && !send.hasOutcome(before: last.moment)
      }
  }

  private static func silent(_ standstill: Standstill, _ last: SendReading?) -> Finding {
    let operation = standstill.operation
    let waited = Wording.duration(standstill.wait.waited)
    let proof = [last?.outcome?.moment, standstill.wait.moment].compactMap(\.self)
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
        + " \(sends(operation, before: standstill.wait.moment)) (last result:"
        + " \(Wording.outcome(of: last))): \(why)",
      proof: proof)
  }

  private static func sends(_ operation: OperationReading, before moment: Moment) -> Message {
    Wording.count(operation.sends.count { $0.moment < moment }, "send")
  }
}
