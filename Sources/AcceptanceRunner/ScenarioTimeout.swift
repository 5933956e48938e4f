// Owns: how long a scenario may take in all. Does not own: how long one of its waits may (Patience).

import AcceptanceModel

enum ScenarioTimeout {
  /// Enough for clients with short pauses, however busy the machine.
  static let least: Duration = .seconds(300)

  /// What all waits may take together by the client's limits, each as if it came true at the last
  /// moment; not counting pauses that the server asks for.
  static func time(
    for scenario: Scenario, on server: ServerSpec, by limits: ClientLimits
  ) -> Duration {
    let waits = scenario.steps.reduce(Duration.zero) { sum, step in
      sum + limits.answerWithin + time(for: step, in: scenario, on: server, by: limits)
    }
    return max(least, waits)
  }

  private static func time(
    for step: Step, in scenario: Scenario, on server: ServerSpec, by limits: ClientLimits
  ) -> Duration {
    switch step {
    case .await(.silence): return limits.leaseWindow * 4
    case .await(let awaited):
      let operations = scenario.operations(meantBy: awaited)
      let approach = ProgressEstimate(
        towards: awaited, operations: operations, in: scenario, on: server)
      return limits.sendDeadline * (approach.mostInTime + 1)
    case .quit, .kill: return limits.quit
    case .submit(_, _, let count, _): return limits.answerWithin * count
    case .launch, .tapAgain, .sync, .retry, .tasks, .check, .server, .release, .damageStore:
      return .zero
    }
  }
}

extension Scenario {
  fileprivate func operations(meantBy awaited: Awaited) -> [OperationName] {
    let all = steps.flatMap { step -> [(name: OperationName, instances: [OperationName])] in
      switch step {
      case .submit(let name, _, let count, _):
        [(name, name.taps(count))]
      case .tapAgain(let name, _, _): [(name, [name])]
      default: []
      }
    }
    switch awaited {
    case .send(let name, _), .handled(let name, _), .recorded(let name), .state(let name, _):
      return all.filter { $0.name == name }.flatMap(\.instances)
    case .idle, .settled, .exit, .silence: return all.flatMap(\.instances)
    }
  }
}
