// Owns: which of the contract's abilities a scenario needs: those it names, and those its steps use.

extension Scenario {
  /// In a stable order, without repetition.
  package var abilitiesNeeded: [Ability] {
    var needed: [Ability] = []
    for ability in needs + steps.flatMap(\.abilitiesUsed)
    where !needed.contains(ability) {
      needed.append(ability)
    }
    return needed
  }
}

extension Step {
  /// What this step cannot do without.
  package var abilitiesUsed: [Ability] {
    switch self {
    case .submit, .tapAgain: [.submit]
    case .sync: [.sync]
    case .retry: [.retry]
    case .tasks: [.tasks]
    case .damageStore: [.damage]
    case .await(.state), .await(.idle), .await(.settled), .check(.kept), .check(.state): [.tasks]
    case .launch(_, let options):
      (options.clockOffset == nil ? [] : [.clock])
        + (options.token == .new ? [.token] : [])
    case .await, .check, .kill, .quit, .server, .release: []
    }
  }
}
