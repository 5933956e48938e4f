// Owns: `store-damaged`.

import AcceptanceModel

/// A task that is missing after its first relaunch may never have been stored: that is
/// `removed-early` and `lost-operation`. One that had survived a relaunch had been.
package enum StoreDamaged: Rule {
  package static let code = FindingCode("store-damaged")
  package static let summary = "After a kill or a damaged record, other tasks were lost."
  package static let likelyCause =
    "All tasks live in one file that is written as a whole, without a transaction."

  package static let explanation = RuleExplanation(
    meaning: """
      After a kill, or after one stored record was damaged, other tasks were gone too. One bad \
      record must not take others along.
      """,
    example: [
      "Operations A, B and C are pending.",
      "The stored record of B is damaged, and the client is killed.",
      "The next launch can't parse its file and begins with an empty queue: A and C are lost.",
    ],
    remedies: [
      .init(
        cause: "all tasks are in one file that is rewritten in place",
        fix: "use transactions, or one file per task that is renamed into place"),
      .init(
        cause: "a parse error empties the queue",
        fix: "skip the damaged record, report it as stopped, keep the rest"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    let lost: [Finding] = view.prematureEndings.compactMap { ending in
      let name = ending.operation.name
      let proof = [ending.operation.acknowledgement, ending.listing.position].compactMap(\.self)
      switch ending.kind {
      case .storeDamaged(let damaged):
        return finding(
          name,
          "operation \(name) left the client's list after operation \(damaged)'s stored record was"
            + " damaged: one unreadable record must not affect others",
          proof: proof + [view.operation(damaged)?.damaged].compactMap(\.self))
      case .storeLost(let launch):
        return finding(
          name,
          "operation \(name) had survived a relaunch, and is gone after \(launch.number) was killed:"
            + " the kill damaged the store; write it in transactions",
          proof: proof + [launch.end?.position].compactMap(\.self))
      case .refused, .misread, .unrecorded, .unanswered:
        return nil
      }
    }
    return lost + unreadable(in: view)
  }

  /// Operations whose loss this rule reports.
  static func names(in view: HistoryView) -> Set<OperationName> {
    Set(findings(in: view).compactMap(\.operation))
  }

  /// The client would not start any more, so that no task can go on.
  private static func unreadable(in view: HistoryView) -> [Finding] {
    guard let damaged = view.operations.first(where: { $0.damaged != nil }),
      let damage = damaged.damaged,
      let refusal = view.launches.compactMap(\.greeting).first(where: { greeting in
        guard case .refused = greeting.outcome else { return false }
        return damage < greeting.position
      })
    else { return [] }
    let waiting = view.operations.filter { operation in
      operation.name != damaged.name
        && operation.acknowledgement.map { $0 < refusal.position } ?? false
        && !operation.hadSuccess(before: refusal.position)
    }
    return waiting.map { operation in
      finding(
        operation.name,
        "the client refuses to start after operation \(damaged.name)'s stored record was damaged,"
          + " so operation \(operation.name) is never sent: skip the unreadable record",
        proof: [damage, refusal.position])
    }
  }
}
