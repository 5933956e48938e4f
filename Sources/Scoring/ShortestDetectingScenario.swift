// Owns: finding, for kinds that survive a table, the shortest scenario of another that catches them.

import AcceptanceModel
import AcceptanceRunner

package struct ShortestDetectingScenario: Sendable {
  /// The table that is asked, with its scenarios.
  package let table: ScenarioTable
  package let settings: RunSettings
  package let throttle: Throttle

  package init(table: ScenarioTable, settings: RunSettings, throttle: Throttle) {
    self.table = table
    self.settings = settings
    self.throttle = throttle
  }

  /// - Returns: By the client's name; a client that no scenario catches is left out.
  package func find(for clients: [ScoredClient]) async -> [String: ScoredScenario] {
    let bySize = table.scenarios.enumerated().sorted { left, right in
      let sizes = (ScoredScenario(left.element).size, ScoredScenario(right.element).size)
      return (sizes.0, left.offset) < (sizes.1, right.offset)
    }.map(\.element)
    var found: [String: ScoredScenario] = [:]
    // Few at a time, the shortest first: most kinds are caught by one of the first.
    let step = 8
    for start in stride(from: 0, to: bySize.count, by: step) {
      let open = clients.filter { found[$0.name] == nil }
      guard !open.isEmpty, !Task.isCancelled else { break }
      let some = Array(bySize[start..<min(start + step, bySize.count)])
      let score = await ScoreRun(
        table: table, scenarios: some, clients: open, settings: settings, throttle: throttle,
        isQuick: false
      ).run { _ in }
      for row in score.rows {
        guard let first = row.catches.first else { continue }
        found[row.client.name] = score.scenarios.first { $0.id == first }
      }
    }
    return found
  }
}
