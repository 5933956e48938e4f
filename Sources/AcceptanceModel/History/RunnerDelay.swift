/// A time in which the runner itself had no processor: what it saw then, it saw late.
package struct RunnerDelay: Sendable, Hashable {
  /// More are not listed; of very many the longest.
  package static let countLimit = 200

  /// Since the scenario's start, by a monotonic clock.
  package let endedAt: Duration
  package let lateBy: Duration

  package init(endedAt: Duration, lateBy: Duration) {
    self.endedAt = endedAt
    self.lateBy = lateBy
  }
}
