// Owns: being called once after a time, on a clock that no wall-clock step moves.

import Dispatch

/// Fires once unless it is cancelled first. Dropping the last reference cancels it.
final class DeadlineTimer: Sendable {
  private static let queue = DispatchQueue(label: "acceptance.deadlines", qos: .userInitiated)

  private let source: EventSource

  init(after delay: Duration, handler: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeTimerSource(queue: Self.queue)
    source.schedule(deadline: .now() + delay.dispatchInterval)
    source.setEventHandler { handler() }
    source.activate()
    self.source = EventSource(source)
  }

  deinit { source.cancel() }

  func cancel() { source.cancel() }
}

extension Duration {
  /// Between 0 and 292 years; longer is cut, negative is 0.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return .nanoseconds(0) }
    let (nanoseconds, overflow) = Int(clamping: seconds).multipliedReportingOverflow(
      by: 1_000_000_000)
    guard !overflow else { return .never }
    let (sum, tooLarge) = nanoseconds.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
    return tooLarge ? .never : .nanoseconds(sum)
  }

  /// Whole milliseconds for poll(2), rounded up so that a wait never ends early.
  var pollMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let milliseconds = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    guard seconds < Int64(Int32.max) / 1000 - 1 else { return Int32.max }
    return Int32(seconds * 1000 + milliseconds)
  }
}
