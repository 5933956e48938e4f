// Owns: the matrix of clients × scenarios and what follows from it. A value; runs nothing.

import AcceptanceModel

/// A scenario as far as a score needs it.
package struct ScoredScenario: Sendable, Hashable {
  package let id: ScenarioID
  package let group: String
  package let title: String
  /// Why it stays though others catch whatever it catches; empty where the table does not say.
  package let staysBecause: String
  /// Steps and faults: the shorter of two scenarios is the one with less of them.
  package let size: Int

  package init(
    id: ScenarioID, group: String, title: String, staysBecause: String, size: Int
  ) {
    self.id = id
    self.group = group
    self.title = title
    self.staysBecause = staysBecause
    self.size = size
  }

  package init(_ scenario: Scenario) {
    self.init(
      id: scenario.id, group: scenario.group, title: scenario.title,
      staysBecause: scenario.staysBecause, size: scenario.steps.count + scenario.faults.count)
  }
}

package struct Score: Sendable {
  package let table: String
  package let scenarios: [ScoredScenario]
  package let clients: [ScoredClient]
  /// By client, then by scenario, in their orders.
  package let outcomes: [[Outcome]]
  /// Whether a client's further scenarios were left out once it was caught. Then nothing can be
  /// said of what a scenario alone catches.
  package let isQuick: Bool
  /// For kinds that survive: the shortest scenario of the product's own table that catches them.
  package var advice: [String: ScoredScenario] = [:]

  package init(
    table: String, scenarios: [ScoredScenario], clients: [ScoredClient], outcomes: [[Outcome]],
    isQuick: Bool
  ) {
    precondition(outcomes.count == clients.count, "\(outcomes.count) rows")
    self.table = table
    self.scenarios = scenarios
    self.clients = clients
    self.outcomes = outcomes
    self.isQuick = isQuick
  }
}

/// How a wrong client came through a table.
package enum Standing: Sendable, Hashable {
  case caught
  /// Something was found, never what is wrong with it: the table noticed by luck.
  case caughtOtherwise
  case survives
  /// Not caught by what has been run; the rest was not, because the score was interrupted.
  case open
}

/// Something found in a client that is right.
package struct FalseAlarm: Sendable, Hashable {
  package let client: String
  package let scenario: ScenarioID
  package let outcome: Outcome
}

extension Score {
  package struct Row: Sendable {
    package let client: ScoredClient
    package let outcomes: [Outcome]
    /// Scenarios that caught it, in the table's order.
    package let catches: [ScenarioID]
    package let otherFinds: [ScenarioID]

    package var standing: Standing {
      if !catches.isEmpty { return .caught }
      if outcomes.contains(.notRun) { return .open }
      return otherFinds.isEmpty ? .survives : .caughtOtherwise
    }
  }

  package var rows: [Row] {
    zip(clients, outcomes).map { client, outcomes in
      let pairs = zip(scenarios, outcomes)
      return Row(
        client: client, outcomes: outcomes,
        catches: pairs.filter(\.1.isCaught).map(\.0.id),
        otherFinds: pairs.filter { if case .foundOtherwise = $0.1 { true } else { false } }
          .map(\.0.id))
    }
  }

  package var wrongRows: [Row] { rows.filter { !$0.client.isRight } }

  package func names(_ standing: Standing) -> [String] {
    wrongRows.filter { $0.standing == standing }.map(\.client.name)
  }

  /// Kinds that this scenario catches and no other does.
  package func soleCatches(of scenario: ScenarioID) -> [String] {
    wrongRows.filter { $0.catches == [scenario] }.map(\.client.name)
  }

  /// Whether something was left out that was to be run: the score was interrupted.
  package var isPartial: Bool {
    rows.contains { row in
      row.outcomes.contains(.notRun) && !(isQuick && row.standing == .caught)
    }
  }

  /// Whether every cell was run, so that what only one scenario catches is known.
  package var isWhole: Bool { !isQuick && !isPartial }

  /// Scenarios that catch nothing of their own, and do not say why they stay. Unknown, thus empty,
  /// where not all was run, and without a wrong client.
  package var idleScenarios: [ScoredScenario] {
    guard isWhole, !wrongRows.isEmpty else { return [] }
    let sole = Set(wrongRows.filter { $0.catches.count == 1 }.flatMap(\.catches))
    return scenarios.filter { $0.staysBecause.isEmpty && !sole.contains($0.id) }
  }

  package var falseAlarms: [FalseAlarm] {
    rows.filter(\.client.isRight).flatMap { row in
      zip(scenarios, row.outcomes).compactMap { scenario, outcome in
        switch outcome {
        case .foundOtherwise, .inconclusive:
          FalseAlarm(client: row.client.name, scenario: scenario.id, outcome: outcome)
        case .passed, .caught, .skipped, .notRun: nil
        }
      }
    }
  }

  /// Whether every wrong client was caught for what is wrong with it, and no right one.
  package var isGood: Bool {
    !isPartial && names(.survives).isEmpty && names(.caughtOtherwise).isEmpty
      && falseAlarms.isEmpty
  }
}
