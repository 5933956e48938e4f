// Owns: `stopped-silently`.

import AcceptanceModel

package enum StoppedSilently: Rule {
  package static let code = FindingCode("stopped-silently")
  package static let summary = "A task stopped or vanished after a refusal, without a diagnosis."
  package static let likelyCause =
    "A refusal removes the task, and nothing is kept for the user to see."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      The server refused an operation for good, and the client hid that: the task vanished, or \
      stopped without a `diagnosis`. The user must be able to see what was not saved, and why.
      """,
    example: [
      "Operation A is answered 422.",
      "The client deletes the task.",
      "The user never learns that A was refused.",
    ],
    remedies: [
      .init(
        cause: "a refusal removes the task",
        fix: "keep it as `stopped`, with a diagnosis such as `HTTP 422`"),
      .init(
        cause: "the reason is not stored",
        fix: "store the status with the task, in the transaction that stops it"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    let endings = view.prematureEndings
    return view.operations.compactMap { operation in
      let ending = endings.first { $0.operation.name == operation.name }
      if let ending, case .refused(let send) = ending.kind {
        return vanished(ending, send)
      }
      return undiagnosed(operation, in: view)
    }
  }

  private static func vanished(_ ending: PrematureEnding, _ send: ObservedSend) -> Finding {
    let name = ending.operation.name
    return finding(
      name,
      "operation \(name) vanished from the client's list after \(Wording.outcome(of: send)):"
        + " the user never learns that it was refused",
      proof: [send.outcome?.position, ending.listing.position].compactMap(\.self))
  }

  private static func undiagnosed(
    _ operation: ObservedOperation, in view: HistoryView
  ) -> Finding? {
    guard operation.damaged == nil, !operation.hasEqualContent else { return nil }
    for listing in view.looksAtStopped(operation) {
      guard case .listed(let report) = listing.sighting(of: operation), report.state == .stopped,
        !report.hasDiagnosis, let last = operation.lastConcluded(before: listing.position),
        last.permitsStop
      else { continue }
      return finding(
        operation.name,
        "operation \(operation.name) is listed as `stopped` after \(Wording.outcome(of: last)),"
          + " without a diagnosis: the user cannot see why it was not saved",
        proof: [last.outcome?.position, listing.position].compactMap(\.self))
    }
    return nil
  }
}
