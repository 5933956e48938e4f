/// What a scenario rests on while one of its steps acts: without it, what follows proves nothing.
/// It is checked from the history afterwards; where it did not hold, the run is inconclusive.
package struct Premise: Sendable, Hashable {
  /// A single operation, no burst.
  package let operation: OperationName
  /// How many complete sends of it have arrived by then, neither more nor fewer; `nil`: any number.
  package let sendCount: Int?
  /// Whether the latest of them has arrived before the step, and is neither answered nor given up.
  package let isInFlight: Bool
  /// Whether the lease that was taken for the latest of them is still running.
  package let leaseIsRunning: Bool

  package init(
    operation: OperationName, sendCount: Int? = nil, isInFlight: Bool = false,
    leaseIsRunning: Bool = false
  ) {
    self.operation = operation
    self.sendCount = sendCount
    self.isInFlight = isInFlight
    self.leaseIsRunning = leaseIsRunning
  }
}
