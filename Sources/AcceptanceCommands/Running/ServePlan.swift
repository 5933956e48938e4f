// Owns: `FILE#ID` → a scenario's server, faults and operations, for a server worked by hand.

import AcceptanceModel
import Serving

enum ServePlan {
  /// `nil` where the file is no table; its problems have been printed.
  static func load(_ plan: String, _ catalogs: Catalogs) throws(UsageError) -> ServingConfiguration?
  {
    guard let hash = plan.lastIndex(of: "#"), hash != plan.startIndex,
      plan.index(after: hash) != plan.endIndex
    else {
      throw UsageError("--plan: a file and a scenario's id are wanted: scenarios.json#lost-answer")
    }
    let path = String(plan[..<hash])
    guard let table = try TableFile.load(path, catalogs).table else { return nil }
    let id = ScenarioID(String(plan[plan.index(after: hash)...]))
    guard let scenario = table.scenarios.first(where: { $0.id == id }) else {
      throw UsageError(
        "--plan: \(table.name) has no scenario of this id; acceptance list \(path) prints them")
    }
    let spec = scenario.server ?? table.server
    let namesOperations = scenario.faults.contains { fault in
      if case .operation(.some, _) = fault.selector { true } else { false }
    }
    guard spec.key != .none || !namesOperations else {
      throw UsageError(
        "--plan: the faults of \(id) name operations, which are told apart by key here, and its "
          + "server knows no keys; choose faults by request in a plan of your own (PUT /plan)")
    }
    return ServingConfiguration(
      spec: spec, faults: scenario.faults, operations: operations(of: scenario),
      redaction: table.redaction, records: spec.store.map { .file($0) } ?? .memory)
  }

  /// In the order in which the user taps.
  private static func operations(of scenario: Scenario) -> [OperationName] {
    scenario.steps.flatMap { step -> [OperationName] in
      switch step {
      case .submit(let name, _, let count, _):
        name.taps(count)
      case .tapAgain(let name, _, _): [name]
      case .launch, .sync, .retry, .tasks, .await, .check, .kill, .quit, .server, .release,
        .damageStore:
        []
      }
    }
  }
}
