// Owns: throwing a scenario together. The same generator gives the same plan.

package struct PlanMaker: Sendable {
  /// A right client with a cap of seconds between sends is not to be kept for minutes.
  private static let troubleLimit = 4
  private static let names = ["A", "B", "C"]

  private let choice: FaultSampling

  package init(choice: FaultSampling) { self.choice = choice }

  package func plan(using generator: inout some RandomNumberGenerator) -> GeneratedScenario {
    let count = Int.random(in: 1...Self.names.count, using: &generator)
    let isDeadly = !choice.deadly.isEmpty && Int.random(in: 0..<3, using: &generator) == 0
    var mayBeSlow = !choice.slow.isEmpty && Int.random(in: 0..<4, using: &generator) == 0
    var plan = GeneratedScenario(operations: [])
    for name in Self.names.prefix(count) {
      var operation = GeneratedScenario.Operation(name: name)
      operation.troubles = troubles(&mayBeSlow, &generator)
      if let first = plan.operations.first, Int.random(in: 0..<3, using: &generator) == 0 {
        operation.like = first.name
      }
      operation.isOffline = Int.random(in: 0..<4, using: &generator) == 0
      // Where a fault kills the client, no step does: two deaths at once count as one.
      if !isDeadly, Int.random(in: 0..<2, using: &generator) == 0 {
        operation.after = GeneratedScenario.Interlude.allCases.randomElement(using: &generator)
      }
      plan.operations.append(operation)
    }
    if isDeadly {
      // Back online the client must be asked to sync, and by then it may be dead.
      plan.operations[count - 1].isOffline = false
      let deathCount = Int.random(in: 1...2, using: &generator)
      plan.deaths = (0..<deathCount).compactMap { _ in
        choice.deadly.randomElement(using: &generator)
      }
    }
    plan.endsInSilence = Int.random(in: 0..<4, using: &generator) == 0
    return plan
  }

  private func troubles(
    _ mayBeSlow: inout Bool, _ generator: inout some RandomNumberGenerator
  ) -> [String] {
    let count = Int.random(in: 0...Self.troubleLimit, using: &generator)
    return (0..<count).compactMap { _ in
      if mayBeSlow {
        mayBeSlow = false
        return choice.slow.randomElement(using: &generator)
      }
      return choice.quick.randomElement(using: &generator)
    }
  }
}
