// Owns: how long a step goes on waiting: its deadline, moved by each step nearer.
// Does not own: what counts as nearer (Approach) or looking (Awaiting).

import AcceptanceModel

/// A limit for each thing that has to happen, never one for all of them: a client may need thirteen
/// sends with its longest pause before each. What can count is finite, so the wait is, too.
struct Patience {
  let approach: Approach
  private let limit: Duration
  private let clock = ContinuousClock()
  private var best: Int
  /// The last time that the client came nearer; at first, when the wait began.
  private(set) var since: ContinuousClock.Instant
  private(set) var deadline: ContinuousClock.Instant

  init(_ approach: Approach, limit: Duration, live: LiveReading) {
    self.approach = approach
    self.limit = limit
    best = approach.progress(in: live)
    since = clock.now
    deadline = since
    restart(live)
  }

  var isOver: Bool { clock.now >= deadline }

  /// How long nothing has come nearer.
  var waited: Duration { since.duration(to: clock.now) }

  var left: Duration { clock.now.duration(to: deadline) }

  mutating func take(_ live: LiveReading) {
    let progress = approach.progress(in: live)
    guard progress > best else { return }
    best = progress
    restart(live)
  }

  private mutating func restart(_ live: LiveReading) {
    since = clock.now
    // A right client may wait longer than it was asked to; twice as long is believed.
    deadline = since.advanced(by: limit + approach.pauseAsked(in: live) * 2)
  }
}
