// Owns: `sent-after-done`.

import AcceptanceModel

/// A client that is killed between reading a success and storing it sends again, and is right: so
/// a send counts only where the client must have known. See `HistoryView.awareness`.
package enum SentAfterDone: Rule {
  package static let code = FindingCode("sent-after-done")
  package static let summary =
    "A finished task was sent again by itself, in the same process or restored by a later one."
  package static let likelyCause =
    "That a task is done is not stored, or not looked at before it is sent."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      A task was sent again after it had succeeded and the client knew it. The key prevents a \
      second record only as long as the server remembers it.
      """,
    example: [
      "Operation A is answered with success, and the client lists it as `done`.",
      "The client is launched again.",
      "It sends A once more.",
    ],
    remedies: [
      .init(
        cause: "that the task is done is not stored",
        fix: "store it before it is shown"),
      .init(
        cause: "an older copy of the store is restored at launch",
        fix: "keep one store, with transactions"),
      .init(
        cause: "the sender doesn't look at the state",
        fix: "choose and mark the task in one statement"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.operations.compactMap { operation in
      guard !hasMutedTwin(operation, in: view), !operation.mayHoldSendsOfAnother else {
        return nil
      }
      for success in operation.sends where success.isSuccess {
        for later in operation.sends where success.position < later.position {
          guard
            let awareness = view.awareness(
              of: success, at: later, operation: operation,
              proves: { $0.showsFinished(operation) })
          else { continue }
          return told(operation, success, later, awareness)
        }
      }
      return nil
    }
  }

  /// A twin that was never sent may have been sent under this one's key: `operation-merged`.
  private static func hasMutedTwin(_ operation: ObservedOperation, in view: HistoryView) -> Bool {
    operation.hasEqualContent
      && operation.group.contains { view.operation($0)?.sends.isEmpty ?? false }
  }

  private static func told(
    _ operation: ObservedOperation, _ success: ObservedSend, _ later: ObservedSend,
    _ awareness: AnswerAwareness
  ) -> Finding {
    let start =
      "operation \(operation.name) was sent again"
      + " (\(Wording.ordinal(later.facts.sendOfOperation)) send) after its"
      + " \(Wording.ordinal(success.facts.sendOfOperation)) had been answered with success"
    var proof = [success.outcome?.position, later.position].compactMap(\.self)
    switch awareness {
    case .sameProcess:
      return finding(
        operation.name,
        "\(start), by the same process: the task was not taken out of the queue", proof: proof)
    case .listed(let position):
      proof.append(position)
      return finding(
        operation.name,
        "\(start) and the client had shown it as finished:"
          + " the success was not stored, or an old copy of the store was restored",
        proof: proof)
    case .outlived(let launch):
      return finding(
        operation.name,
        "\(start), by a later launch: \(launch.number) had the answer and the time to store it, and"
          + " did not",
        proof: proof)
    }
  }
}
