// Owns: the queue's own line of time. Does not own: reading clocks (QueueClock).

/// A point on the line of time that all processes of one store share.
///
/// It starts near the wall clock but never follows its steps, see `WriteStore.agreeOnTime`.
public struct QueueInstant: Sendable, Hashable, Comparable {
  /// Whole milliseconds; about those since 1970 where the wall clock was right.
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Rounded up, so that a wait is never shorter than asked for.
  public static func + (instant: Self, duration: Duration) -> Self {
    let (sum, overflow) = instant.milliseconds.addingReportingOverflow(
      duration.millisecondsRoundedUp)
    return Self(milliseconds: overflow ? .max : sum)
  }

  public static func - (instant: Self, duration: Duration) -> Self {
    let (difference, overflow) = instant.milliseconds.subtractingReportingOverflow(
      duration.millisecondsRoundedUp)
    return Self(milliseconds: overflow ? .min : difference)
  }

  /// Negative where `left` is earlier.
  public static func - (left: Self, right: Self) -> Duration {
    .milliseconds(left.milliseconds) - .milliseconds(right.milliseconds)
  }
}

/// What a machine's clocks said at one moment.
public struct ClockReading: Sendable, Hashable {
  /// Since 1970, as the user or the network set it: may step both ways.
  public let wall: Duration
  /// Since this boot, time asleep included: the same in every process, and never steps.
  public let uptime: Duration
  /// Tells this boot from every other one; `nil` where the system does not say.
  public let boot: String?

  public init(wall: Duration, uptime: Duration, boot: String?) {
    self.wall = wall
    self.uptime = uptime
    self.boot = boot
  }
}

/// Turns uptime into instants: `instant = base + uptime`.
public struct TimeLine: Sendable, Hashable {
  /// In milliseconds; may be negative.
  public let base: Int64

  public init(base: Int64) { self.base = base }

  /// The line that says the wall clock's time now, but nothing before `latest`, the last instant
  /// that an earlier boot used: where the wall clock was set back meanwhile, time continues from
  /// there and no wait grows.
  public init(startingAt reading: ClockReading, notBefore latest: QueueInstant?) {
    let wall = reading.wall.wholeMilliseconds
    base = max(wall, latest?.milliseconds ?? wall) - reading.uptime.wholeMilliseconds
  }

  public func instant(at reading: ClockReading) -> QueueInstant {
    QueueInstant(milliseconds: base + reading.uptime.wholeMilliseconds)
  }
}

extension Duration {
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    return product + attoseconds / 1_000_000_000_000_000
  }

  var millisecondsRoundedUp: Int64 {
    let whole = wholeMilliseconds
    guard whole < .max, .milliseconds(whole) < self else { return whole }
    return whole + 1
  }
}
