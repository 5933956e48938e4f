// Owns: one scenario: what goes wrong, what the user does, what must be true.

import StrictJSON

package struct Scenario: Sendable {
  package let id: ScenarioID
  package let group: String
  package let title: String
  package let why: String
  /// Where the scenario is in its file, for reports; `nil` for one made in code.
  package let position: SourcePosition?
  /// Overrides of the table's server for this scenario.
  package let server: ServerSpec?
  package let faults: [PlannedFault]
  package let steps: [Step]
  /// What single steps rest on, by index in `steps`.
  package let premises: [Int: Premise]
  package let waivers: [Waiver]
  /// Abilities that the client must declare, or the scenario is skipped.
  package let needs: [Ability]
  /// Why it stays in its table though other scenarios catch whatever it catches; empty where it
  /// does not say. Read by whoever scores the table.
  package let staysBecause: String

  package init(
    id: ScenarioID, group: String = "", title: String, why: String = "",
    position: SourcePosition? = nil, server: ServerSpec? = nil, faults: [PlannedFault] = [],
    steps: [Step], premises: [Int: Premise] = [:], waivers: [Waiver] = [], needs: [Ability] = [],
    staysBecause: String = ""
  ) {
    self.id = id
    self.group = group
    self.title = title
    self.why = why
    self.position = position
    self.server = server
    self.faults = faults
    self.steps = steps
    self.premises = premises
    self.waivers = waivers
    self.needs = needs
    self.staysBecause = staysBecause
  }
}

/// A rule that does not hold in one scenario, and why.
package struct Waiver: Sendable, Hashable {
  package let code: FindingCode
  package let reason: String

  package init(code: FindingCode, reason: String) {
    self.code = code
    self.reason = reason
  }
}
