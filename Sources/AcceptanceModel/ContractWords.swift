// Owns: the words of the client contract, for reports.

/// Abilities that the contract knows; others are shown as tokens.
package enum ClientAbility: String, Sendable, CaseIterable {
  case submit, tasks, sync, token, clock, damage, retry
}

/// Commands that the contract knows, of both kinds of driver.
package enum ContractVerb: String, Sendable, CaseIterable {
  case hello, submit, tasks, sync, damage, retry, reset, launch, terminate, kill, diagnostics, quit
}
