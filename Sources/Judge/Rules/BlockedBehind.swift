// Owns: `blocked-behind`.

import AcceptanceModel

/// Not where a 401 or 403 may have paused the whole queue.
package enum BlockedBehind: Rule {
  package static let code = FindingCode("blocked-behind")
  package static let summary =
    "A healthy operation was never sent behind one that is refused or failing."
  package static let likelyCause =
    "The queue is strictly first in, first out."
  package static let certainty = Certainty.unlessLate

  package static let explanation = RuleExplanation(
    meaning: """
      Head-of-line blocking: an operation that nothing is wrong with was never sent, because one \
      before it is refused or keeps failing. One bad record then stops everything that the user \
      does.
      """,
    example: [
      "Operation A is answered 500 again and again.",
      "The user creates operation B.",
      "The client waits for A before it sends B, so B is never sent.",
    ],
    remedies: [
      .init(
        cause: "the queue is strictly first in, first out",
        fix: "give each task a due time of its own, and take the first that is due"),
      .init(
        cause: "order matters between some operations",
        fix: "keep order per entity, not for the whole queue"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.stalledOperations.compactMap { stalled in
      guard case .behind(let other) = stalled.kind else { return nil }
      let name = stalled.operation.name
      let last = other.lastConcluded(before: stalled.wait.position)
      let trouble = last.map { "got \(Wording.outcome(of: $0))" } ?? "has no answer"
      let proof = [
        last?.outcome?.position, stalled.operation.acknowledgement, stalled.wait.position,
      ]
      return finding(
        name,
        "operation \(name) was not sent within \(Wording.duration(stalled.wait.waited)),"
          + " while operation \(other.name) before it \(trouble): head-of-line blocking; one failing"
          + " operation must not delay others",
        proof: proof.compactMap(\.self))
    }
  }
}
