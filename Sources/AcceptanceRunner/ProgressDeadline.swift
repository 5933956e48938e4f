import AcceptanceModel
import ClientDriving

/// How long a step waits: a limit for each thing that has to happen, restarted by any progress.
///
/// A client may need thirteen sends with its longest pause before each. What can count is finite,
/// so the wait is, too.
struct ProgressDeadline {
  /// What a wait lasts at most once nothing that happens can change the verdict any more: long
  /// enough to see what else the client does wrong.
  static let settledLimit: Duration = .seconds(2)

  let approach: ProgressEstimate
  private let limit: Duration
  private let clock = ContinuousClock()
  private var best: Int
  private var isSettled = false
  private var fair: FairLimit
  /// The last time that the client came nearer; at first, when the wait began.
  private(set) var since: WaitStart

  init(_ approach: ProgressEstimate, limit: Duration, live: RunState, now: WaitStart) {
    self.approach = approach
    self.limit = limit
    best = approach.progress(in: live)
    since = now
    fair = FairLimit(limit)
    restart(live, now)
  }

  /// How long nothing has come nearer.
  var waited: Duration { since.at.duration(to: clock.now) }

  /// How much longer it lasts, by what is known so far; not positive once it has expired.
  var left: Duration { fair.allowed - waited }

  var isOver: Bool { left <= .zero }

  mutating func update(_ live: RunState, now: @autoclosure () -> WaitStart) {
    let progress = approach.progress(in: live)
    guard progress > best else { return }
    best = progress
    restart(live, now())
  }

  /// The verdict is settled, whatever comes: the wait is a short one from now on.
  mutating func settle(now: @autoclosure () -> WaitStart) {
    guard !isSettled else { return }
    isSettled = true
    guard left > Self.settledLimit else { return }
    since = now()
    fair = FairLimit(Self.settledLimit)
  }

  private mutating func restart(_ live: RunState, _ now: WaitStart) {
    since = now
    // A right client may wait longer than it was asked to; twice as long is believed.
    let whole = limit + approach.pauseAsked(in: live) * 2
    fair = FairLimit(isSettled ? min(whole, Self.settledLimit) : whole)
  }

  /// - Parameter lacking: Since `since`, time in which the client or the runner had no processor.
  mutating func extend(by lacking: Duration) -> FairLimit.End? {
    fair.extend(by: lacking, after: waited)
  }
}
