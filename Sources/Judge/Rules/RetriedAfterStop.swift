// Owns: `retried-after-stop`.

import AcceptanceModel

/// A right client may send again after a refusal that it could not read or store in time. So a
/// send counts only where the client must have known: see `HistoryView.awareness`. A sync, a relaunch
/// or new credentials are no reason to send again; the user's asking is.
package enum RetriedAfterStop: Rule {
  package static let code = FindingCode("retried-after-stop")
  package static let summary =
    "An operation was sent again by itself after a final refusal, in the same process or a later."
  package static let likelyCause =
    "A final refusal is treated as a network error, or the stop is not stored."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      An operation was sent again after the server had refused it for good. It can only be \
      refused again: this costs battery and quota, and hides the refusal from the user.
      """,
    example: [
      "Operation A is answered 422, and the client lists it as `stopped`.",
      "The client is launched again.",
      "It sends A once more.",
    ],
    remedies: [
      .init(
        cause: "a final refusal is treated as a network error",
        fix: "stop on 400, 404, 405, 409, 410, 413, 415 and 422"),
      .init(
        cause: "the stop is not stored",
        fix: "store state and diagnosis in one transaction"),
      .init(
        cause: "`sync` or a launch makes everything pending again",
        fix: "leave `stopped` tasks alone until the user asks"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.operations.compactMap { operation in
      guard !operation.mayHoldSendsOfAnother else { return nil }
      for refusal in operation.sends where refusal.isFinalRefusal {
        for later in operation.sends where refusal.position < later.position {
          guard
            let awareness = view.awareness(
              of: refusal, at: later, operation: operation,
              proves: { $0.showsStopped(operation) })
          else { continue }
          return told(operation, refusal, later, awareness, in: view)
        }
      }
      return nil
    }
  }

  private static func told(
    _ operation: ObservedOperation, _ refusal: ObservedSend, _ later: ObservedSend,
    _ awareness: AnswerAwareness, in view: HistoryView
  ) -> Finding {
    let start =
      "operation \(operation.name) was sent again by itself"
      + " (\(Wording.ordinal(later.facts.sendOfOperation)) send) after \(Wording.outcome(of: refusal))"
    var proof = [refusal.outcome?.position, later.position].compactMap(\.self)
    switch awareness {
    case .sameProcess:
      let gap = later.position.at - (refusal.outcome?.position.at ?? refusal.position.at)
      return finding(
        operation.name,
        "\(start), \(Wording.duration(gap)) later and in the same process:"
          + " this answer is final, a retry can only be refused again",
        proof: proof)
    case .listed(let position):
      proof.append(position)
      let isLater = later.alive.last != refusal.alive.last
      return finding(
        operation.name,
        "\(start), though the client had listed it as `stopped`:"
          + (isLater
            ? " the stop was not stored, or is ignored on launch"
            : " something sends tasks without looking at their state"),
        proof: proof)
    case .outlived(let launch):
      return finding(
        operation.name,
        "\(start), by \(launches(later)): \(launch.number) had the answer and the time to store the"
          + " stop, and did not",
        proof: proof)
    }
  }

  private static func launches(_ send: ObservedSend) -> Message {
    send.alive.last.map { "\($0)" } ?? "a later launch"
  }
}
