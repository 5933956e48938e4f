// Owns: running every client through every scenario. Does not own: what a scenario is (ScenarioRun)
// or what the outcomes say (Score).

import AcceptanceModel
import AcceptanceRunner

package struct ScoreRun: Sendable {
  package let table: ScenarioTable
  package let scenarios: [Scenario]
  package let clients: [ScoredClient]
  package let settings: RunSettings
  /// Whether a wrong client that was caught is let go.
  package let isQuick: Bool

  package init(
    table: ScenarioTable, scenarios: [Scenario], clients: [ScoredClient], settings: RunSettings,
    isQuick: Bool
  ) {
    self.table = table
    self.scenarios = scenarios
    self.clients = clients
    self.settings = settings
    self.isQuick = isQuick
  }

  private struct Pair: Sendable {
    let client: Int
    let scenario: Int
  }

  /// - Parameter clientEnded: Called once for each client, with its row, when its last scenario has
  ///   ended; never concurrently with itself.
  /// A cancelled task ends the running scenarios and leaves the others out.
  package func run(clientEnded: (ScoredClient, [Outcome]) -> Void) async -> Score {
    let empty = [Outcome](repeating: .notRun, count: scenarios.count)
    var outcomes = [[Outcome]](repeating: empty, count: clients.count)
    var openCounts = [Int](repeating: scenarios.count, count: clients.count)
    var caught: Set<Int> = []
    await withTaskGroup(of: (Pair, Outcome).self) { group in
      var waiting = pairs.makeIterator()
      func settle(_ pair: Pair, _ outcome: Outcome) {
        outcomes[pair.client][pair.scenario] = outcome
        if outcome.isCaught { caught.insert(pair.client) }
        openCounts[pair.client] -= 1
        if openCounts[pair.client] == 0 {
          clientEnded(clients[pair.client], outcomes[pair.client])
        }
      }
      func beginNext() {
        while !Task.isCancelled, let pair = waiting.next() {
          guard !(isQuick && caught.contains(pair.client)) else {
            settle(pair, .notRun)
            continue
          }
          group.addTask { (pair, await run(pair)) }
          return
        }
      }
      for _ in 0..<max(1, settings.jobs) { beginNext() }
      for await (pair, outcome) in group {
        settle(pair, outcome)
        beginNext()
      }
    }
    return Score(
      table: table.name, scenarios: scenarios.map(ScoredScenario.init), clients: clients,
      outcomes: outcomes, isQuick: isQuick)
  }

  /// Client by client, so that one after the other can be told. In a quick run scenario by
  /// scenario: most clients are caught before the later ones come up.
  private var pairs: [Pair] {
    isQuick
      ? scenarios.indices.flatMap { scenario in
        clients.indices.map { Pair(client: $0, scenario: scenario) }
      }
      : clients.indices.flatMap { client in
        scenarios.indices.map { Pair(client: client, scenario: $0) }
      }
  }

  private func run(_ pair: Pair) async -> Outcome {
    let client = clients[pair.client]
    var table = table
    // The scored clients speak lines and state their own limits, whatever the table's client does.
    table.client = ClientSpec(driver: "jsonl", command: client.command)
    let ordinal = pair.client * scenarios.count + pair.scenario + 1
    // A wrong client is late because it is wrong; only a right one has to be protected.
    var settings = settings
    settings.doubtsLateness = client.isRight
    let report = await TableRun(table: table, settings: settings)
      .run(scenarios[pair.scenario], ordinal: ordinal)
    return Outcome(report.verdict, role: client.role)
  }
}
