// Owns: everything that one launch of a client needs. Does not own: what is made of it (drivers).

import AcceptanceModel

/// One launch of a client in its scenario's folders.
package struct LaunchRequest: Sendable {
  /// The program and its arguments; placeholders are replaced at launch. Never a shell string.
  package var command: [String]

  /// A program and its arguments that starts the client's own as its child; empty: none. Drivers of
  /// apps on a device leave it alone.
  package var prefix: [String] = []

  package var environment: ClientEnvironment

  /// A one-shot client's programs, by `CommandVerb.Name`; other drivers leave them alone.
  package var verbs: [String: CommandVerb]

  /// What a one-shot client can besides what its verbs show; other drivers leave it alone.
  package var can: [String]

  /// Which app on which device; `nil` where the client is a program of this machine.
  package var app: DevicedApp?

  /// The store that refuses writes: every write that would grow a regular file fails with EFBIG.
  package var refusesFileWrites: Bool

  /// Told of the new process group, so that it does not outlive a killed runner.
  package var runGuard: RunGuard?

  /// Called in order, one call at a time, on a queue of the session's: it must return soon.
  package var onEvent: @Sendable (SessionEvent) -> Void

  package init(
    command: [String], environment: ClientEnvironment, verbs: [String: CommandVerb] = [:],
    can: [String] = [], app: DevicedApp? = nil, refusesFileWrites: Bool = false,
    runGuard: RunGuard? = nil,
    onEvent: @escaping @Sendable (SessionEvent) -> Void = { _ in }
  ) {
    self.command = command
    self.environment = environment
    self.verbs = verbs
    self.can = can
    self.app = app
    self.refusesFileWrites = refusesFileWrites
    self.runGuard = runGuard
    self.onEvent = onEvent
  }
}
