// Owns: notification that a child has ended. Does not own: reaping it (ChildProcess).

import Synchronization

/// Calls its handler once the child can be reaped. Never blocks a thread while it lives.
final class ExitWatch: Sendable {
  /// Until the next attempt where an end was reported that cannot be reaped yet: a tracer may have it.
  private static let retryPause = Duration.milliseconds(10)

  private let handler: @Sendable () -> Bool
  private let retry = Mutex<DeadlineTimer?>(nil)
  private let event: ExitEvent

  /// - Parameters:
  ///   - process: A child that has not been reaped.
  ///   - handler: Says whether the child has been reaped now.
  init(process: Int32, handler: @escaping @Sendable () -> Bool) throws(DrivingError) {
    self.handler = handler
    event = try ExitEvent(process: process)
  }

  /// Called once. An end that came before is reported too.
  func start() throws(DrivingError) {
    try event.start { [weak self] in self?.ended() }
  }

  private func ended() {
    guard !handler() else { return }
    retry.withLock { retry in
      retry = DeadlineTimer(after: Self.retryPause) { [weak self] in self?.ended() }
    }
  }
}
