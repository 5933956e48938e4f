// Owns: which scenarios of a run share a test case, and what it is called.

import Evidence

struct JUnitGroup: Sendable {
  /// Places in the report's scenarios; never empty.
  let members: [Int]
  /// Begins with the scenario's id; readers keep the first of equal ones, so it is unique.
  let name: String

  static func groups(
    of scenarios: [RedactedScenario], _ dialect: JUnitDialect
  ) -> [JUnitGroup] {
    guard dialect.groupsRepetitions else {
      return JUnitCase.uniqueNames(scenarios).enumerated().map { index, named in
        JUnitGroup(members: [index], name: named.name)
      }
    }
    var members: [String: [Int]] = [:]
    var order: [String] = []
    for (index, scenario) in scenarios.enumerated() {
      if members[scenario.id.text] == nil { order.append(scenario.id.text) }
      members[scenario.id.text, default: []].append(index)
    }
    let firsts = order.compactMap { members[$0]?.first.map { scenarios[$0] } }
    return JUnitCase.uniqueNames(firsts).compactMap { named in
      members[named.scenario.id.text].map { JUnitGroup(members: $0, name: named.name) }
    }
  }

  /// The verdict that the case is counted under.
  func verdict(_ scenarios: [RedactedScenario]) -> RedactedVerdict {
    let verdicts = members.map { scenarios[$0].verdict }
    return verdicts.min { $0.rank < $1.rank } ?? .notFinished(hasBegun: nil)
  }

  /// Whether the scenario passed and did not pass, be it in an earlier try.
  func isFlaky(_ scenarios: [RedactedScenario]) -> Bool {
    let outcomes = Set(members.map { scenarios[$0].verdict.needsAttention })
    let hasEarlier = members.contains { !scenarios[$0].earlierTries.isEmpty }
    return outcomes.count > 1 || outcomes.contains(false) && hasEarlier
  }
}

extension RedactedVerdict {
  /// The gravest first.
  var rank: Int {
    switch self {
    case .failed: 0
    case .flaky: 1
    case .error: 2
    case .notFinished: 3
    case .knownFailure: 4
    case .passed: 5
    case .skipped: 6
    }
  }
}
