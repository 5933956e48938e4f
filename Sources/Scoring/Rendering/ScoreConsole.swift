// Owns: the score as lines for a terminal. Does not own: colour choices (the command).

import AcceptanceModel

package enum ScoreConsole {
  /// One client's line, when its last scenario has ended.
  package static func line(
    _ client: ScoredClient, _ outcomes: [Outcome], scenarios: [ScoredScenario], nameWidth: Int
  ) -> String {
    let row = Score(
      table: "", scenarios: scenarios, clients: [client], outcomes: [outcomes], isQuick: false
    ).rows[0]
    let padding = String(repeating: " ", count: max(0, nameWidth - client.name.count))
    return "\(mark(row)) \(client.name)\(padding)  \(text(row, scenarios))"
  }

  private static func mark(_ row: Score.Row) -> String {
    if row.client.isRight { return troubles(row).isEmpty ? "✓" : "✗" }
    switch row.standing {
    case .caught: return "✓"
    case .caughtOtherwise: return "~"
    case .survives: return "✗"
    case .open: return "…"
    }
  }

  /// How the client came through, as half a sentence.
  static func text(_ row: Score.Row, _ scenarios: [ScoredScenario]) -> String {
    if row.client.isRight {
      let troubles = troubles(row)
      guard let first = troubles.first else { return "right, and nothing was found" }
      let place = "\(scenarios[first.index].id): \(description(first.outcome))"
      return
        "right, but \(troubles.count) false \(troubles.count == 1 ? "alarm" : "alarms"), \(place)"
    }
    switch row.standing {
    case .caught:
      let codes = row.outcomes.compactMap { outcome -> FindingCode? in
        if case .caught(let codes) = outcome { codes.first } else { nil }
      }
      let names = Set(codes).sorted().map(\.text).joined(separator: ", ")
      let count = row.catches.count
      return
        "caught by \(count) \(count == 1 ? "scenario, \(row.catches[0])" : "scenarios") (\(names))"
    case .caughtOtherwise:
      let found = zip(scenarios, row.outcomes).first {
        if case .foundOtherwise = $0.1 { true } else { false }
      }
      let place = found.map { "\($0.0.id): \(description($0.1))" } ?? ""
      return "found for another reason only, in \(row.otherFinds.count): \(place)"
    case .survives: return "survives"
    case .open: return "not found yet, and not all was run"
    }
  }

  private static func troubles(_ row: Score.Row) -> [(index: Int, outcome: Outcome)] {
    row.outcomes.enumerated().filter { _, outcome in
      switch outcome {
      case .foundOtherwise, .inconclusive: true
      case .passed, .caught, .skipped, .notRun: false
      }
    }.map { ($0.offset, $0.element) }
  }

  package static func description(_ outcome: Outcome) -> String {
    switch outcome {
    case .passed: "passed"
    case .caught(let codes), .foundOtherwise(let codes):
      codes.map(\.text).joined(separator: ", ")
    case .inconclusive(let sentence): sentence
    case .skipped: "skipped"
    case .notRun: "not run"
    }
  }

  /// What follows from the whole matrix.
  package static func summary(_ score: Score) -> [String] {
    var lines: [String] = []
    for row in score.wrongRows
    where row.standing == .survives || row.standing == .caughtOtherwise {
      lines.append(
        "\(row.client.name) \(row.standing == .survives ? "survives" : "is found by luck only"): "
          + "it \(row.client.summary)")
      if let scenario = score.advice[row.client.name] {
        lines.append("  the built-in scenario \(scenario.id) would notice: \(scenario.title)")
      }
    }
    for alarm in score.falseAlarms {
      lines.append(
        "\(alarm.client) is right, but \(alarm.scenario) says: \(description(alarm.outcome))")
    }
    let idle = score.idleScenarios.map(\.id.text)
    if !idle.isEmpty {
      lines.append(
        "no own catch, and no \"staysBecause\": \(idle.joined(separator: ", "))")
    }
    if score.isPartial {
      let cells = score.outcomes.flatMap(\.self)
      lines.append(
        "interrupted: \(cells.count { $0 != .notRun }) of \(cells.count) runs had ended; what the"
          + " others would have found is not known")
    }
    lines.append(totals(score))
    return lines
  }

  private static func totals(_ score: Score) -> String {
    let wrong = score.wrongRows.count
    let right = score.clients.count - wrong
    var parts: [String] = []
    if wrong > 0 {
      parts.append(
        "\(score.names(.caught).count) of \(wrong) wrong clients caught, "
          + "\(score.names(.caughtOtherwise).count) found for another reason only, "
          + "\(score.names(.survives).count) survive"
          + (score.isPartial ? ", \(score.names(.open).count) not known" : ""))
    }
    if right > 0 {
      let alarms = score.falseAlarms.count
      parts.append(
        "\(alarms) false \(alarms == 1 ? "alarm" : "alarms") in \(right) right clients")
    }
    return parts.joined(separator: "; ")
  }
}
