// Owns: `lost-on-power-loss`.

import AcceptanceModel

/// Only in a crash test does a machine lose its power: then the home holds what was durable, and no more.
package enum LostOnPowerLoss: Rule {
  package static let code = FindingCode("lost-on-power-loss")
  package static let summary =
    "An acknowledged operation is gone after the machine lost its power."
  package static let likelyCause =
    "The tap is acknowledged before the write is synced (fsync), or nothing is ever synced."

  package static let explanation = RuleExplanation(
    meaning: """
      The client acknowledged an operation, the machine lost its power, and the next launch knows \
      nothing of it: the acknowledgement came before the sync. A kill of the process alone would \
      not have shown it, because the system keeps what was written.
      """,
    example: [
      "The user creates operation A; the client writes its file and acknowledges it.",
      "The machine loses its power before the file is synced.",
      "The next launch lists nothing.",
    ],
    remedies: [
      .init(
        cause: "SQLite in WAL mode with `synchronous=NORMAL`, which syncs at checkpoints only",
        fix: "set `synchronous=FULL`, and `EXTRA` with a rollback journal"),
      .init(
        cause: "a file is written, or renamed over the old one, without a sync",
        fix: "fsync the new file, rename it, fsync its folder, and acknowledge after that"),
      .init(
        cause: "the sync is left to a thread that runs later",
        fix: "acknowledge when it has returned"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    guard let loss = view.terms.powerLossAt,
      let listing = view.listings.first(where: { $0.position.sequence > loss })
    else { return [] }
    return view.operations.compactMap { operation in
      guard let acknowledged = operation.acknowledgement, acknowledged.sequence <= loss,
        listing.sighting(of: operation) == .gone, operation.damaged == nil,
        !operation.sends.contains(where: { send in
          send.hasOutcome(before: listing.position)
            && (send.isSuccess || send.isFinalRefusal || send.duty == .pause)
        })
      else { return nil }
      return finding(
        operation.name,
        "operation \(operation.name) was acknowledged before the machine lost its power, and the"
          + " next launch no longer lists it: the acknowledgement came before what was written of"
          + " it was synced",
        proof: [acknowledged, listing.position])
    }
  }
}
