// Owns: `ability-denied`.

import AcceptanceModel

/// A client that leaves an ability out of `can` is not asked for it.
package enum AbilityDenied: Rule {
  package static let code = FindingCode("ability-denied")
  package static let summary =
    "The client declared an ability and then said that it does not have it."

  package static func findings(in reading: Reading) -> [Finding] {
    for entry in reading.entries {
      guard case .client(.abilityDenied(let launch, let command)) = entry.observation else {
        continue
      }
      let greeting = reading.launch(launch)?.greeting?.moment
      return [
        finding(
          nil,
          "\(launch) of the client declares `\(command)` in its greeting and then answers that it"
            + " does not support it: leave it out of `can`, and scenarios that need it are skipped",
          proof: [greeting, Moment(entry)].compactMap(\.self))
      ]
    }
    return []
  }
}
