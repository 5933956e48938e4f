// Owns: which fault kinds a thrown-together scenario may use.

import AcceptanceModel

package struct FaultSampling: Sendable {
  /// After these a right client sends again without any user action.
  package let quick: [String]
  /// The same, but the client has to wait for its own time-out first: one of them in a scenario is
  /// enough.
  package let slow: [String]
  /// These end the client's process while its request is with the server.
  package let deadly: [String]

  package init(kinds: [FaultKind] = FaultCatalog.all) {
    var quick: [String] = []
    var slow: [String] = []
    var deadly: [String] = []
    for kind in kinds where !kind.parameters.contains(where: \.isRequired) {
      let (point, action) = kind.effect(FaultArguments())
      let fault = PlannedFault(
        kind: kind.name, selector: .operation(nil, sends: 1...1), point: point, action: action)
      // A request that never was whole is no send; which attempt it was, the client decides.
      guard fault.isPossible, fault.needs.isEmpty, !point.isBeforeBodyEnd else { continue }
      switch (kind.duty, action) {
      case (.resume, .killClient): deadly.append(kind.name)
      // A server that dies may have lost its records: no fault of the client, but not its test.
      case (.keep, .hold), (.keep, .crashServer), (.keep, .refuse):
        continue
      case (.keep, .stall), (.keep, .zeroWindow), (.keep, .delay), (.keep, .lateAnswer),
        (.keep, .drip):
        slow.append(kind.name)
      case (.keep, _): quick.append(kind.name)
      case (_, _): continue
      }
    }
    self.quick = quick
    self.slow = slow
    self.deadly = deadly
  }
}
