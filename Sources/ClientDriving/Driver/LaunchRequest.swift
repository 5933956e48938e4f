import AcceptanceModel

/// One launch of a client in its scenario's folders: what every driver needs. What it drives, each
/// driver has from its own configuration.
package struct LaunchRequest: Sendable {
  /// A program and its arguments that starts the client's own as its child; empty: none. Drivers of
  /// apps on a device leave it alone.
  package var prefix: [String] = []

  package var environment: ClientEnvironment

  /// The store that refuses writes: every write that would grow a regular file fails with EFBIG.
  package var refusesFileWrites: Bool

  /// Notified of the new process group, so that it does not outlive a killed runner.
  package var runReaper: RunReaper?

  /// Called in order, one call at a time, on a queue of the session's: it must return soon.
  package var onEvent: @Sendable (SessionEvent) -> Void

  package init(
    environment: ClientEnvironment, refusesFileWrites: Bool = false,
    runReaper: RunReaper? = nil,
    onEvent: @escaping @Sendable (SessionEvent) -> Void = { _ in }
  ) {
    self.environment = environment
    self.refusesFileWrites = refusesFileWrites
    self.runReaper = runReaper
    self.onEvent = onEvent
  }
}
