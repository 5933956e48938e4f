/// What the contract knows that a client can do. A client may name others; no scenario needs them.
package enum Ability: String, Sendable, Hashable, CaseIterable {
  case submit, tasks, sync, token, clock, damage, retry
}

/// Commands that the contract knows, of both kinds of driver.
package enum ContractVerb: String, Sendable, Hashable, CaseIterable {
  case hello, submit, tasks, sync, damage, retry, reset, launch, terminate, kill, diagnostics, quit
}
