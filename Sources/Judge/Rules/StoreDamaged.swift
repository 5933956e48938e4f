// Owns: `store-damaged`.

import AcceptanceModel

/// A task that is missing after its first relaunch may never have been stored: that is
/// `removed-early` and `lost-operation`. One that had survived a relaunch had been.
package enum StoreDamaged: Rule {
  package static let code = FindingCode("store-damaged")
  package static let summary = "After a kill or a damaged record, other tasks were lost."
  package static let likelyCause =
    "All tasks live in one file that is written as a whole, without a transaction."

  package static func findings(in reading: Reading) -> [Finding] {
    let lost: [Finding] = reading.prematureEndings.compactMap { ending in
      let name = ending.operation.name
      let proof = [ending.operation.acknowledgement, ending.listing.moment].compactMap(\.self)
      switch ending.kind {
      case .storeDamaged(let damaged):
        return finding(
          name,
          "operation \(name) is gone from the client's list since operation \(damaged)'s stored"
            + " record was damaged: one record that can't be read takes others along",
          proof: proof + [reading.operation(damaged)?.damaged].compactMap(\.self))
      case .storeLost(let launch):
        return finding(
          name,
          "operation \(name) had survived a relaunch, and is gone since \(launch.number) was killed:"
            + " the store did not come through the kill whole",
          proof: proof + [launch.end?.moment].compactMap(\.self))
      case .refused, .misread, .unrecorded, .unanswered:
        return nil
      }
    }
    return lost + unreadable(in: reading)
  }

  /// Operations whose loss this rule tells.
  static func names(in reading: Reading) -> Set<OperationName> {
    Set(findings(in: reading).compactMap(\.operation))
  }

  /// The client would not start any more, so that no task can go on.
  private static func unreadable(in reading: Reading) -> [Finding] {
    guard let damaged = reading.operations.first(where: { $0.damaged != nil }),
      let damage = damaged.damaged,
      let refusal = reading.launches.compactMap(\.greeting).first(where: { greeting in
        guard case .refused = greeting.outcome else { return false }
        return damage < greeting.moment
      })
    else { return [] }
    let waiting = reading.operations.filter { operation in
      operation.name != damaged.name
        && operation.acknowledgement.map { $0 < refusal.moment } ?? false
        && !operation.hadSuccess(before: refusal.moment)
    }
    return waiting.map { operation in
      finding(
        operation.name,
        "the client refuses to start since operation \(damaged.name)'s stored record was damaged,"
          + " so operation \(operation.name) can't go on",
        proof: [damage, refusal.moment])
    }
  }
}
