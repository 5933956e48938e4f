// Owns: how many scenarios run at once: as many as the machine runs in time, and no more.
// Does not own: measuring how late it is (ScoreRun) or what runs next (CellQueue).

/// Most of a scenario is waiting, so a number that fits one table or machine fits no other: it grows
/// while a sleeper is woken in time, and shrinks where it is not, for then clients come late, too.
/// That others use the machine is no reason to run less, as long as they don't make us late.
package struct Throttle: Sendable, Hashable {
  /// What a processor that is free now and then takes at most to wake a sleeper.
  private static let inTime: Duration = .milliseconds(8)
  /// From here on it is too much. Far below what any rule grants a client for a busy machine
  /// (200 ms on top of half its longest pause).
  private static let tooLate: Duration = .milliseconds(25)
  /// How much the newest look counts: of one in four.
  private static let weight = 0.25

  private let least: Int
  private let most: Int
  /// How many may run now, at least 1.
  package private(set) var limit: Int
  private var lateness: Duration = .milliseconds(16)

  /// Always the same number.
  package init(fixed count: Int) {
    least = max(1, count)
    most = least
    limit = least
  }

  /// From six to 32 for each processor.
  ///
  /// Six kept half a processor busy with the built-in table (clients in a debug build).
  ///
  /// - Parameter openFileLimit: How many descriptors this process may have. A running scenario has
  ///   up to ten, a burst's connections included some more.
  package init(processorCount: Int, openFileLimit: Int) {
    let count = max(1, processorCount)
    most = max(1, min(32 * count, (openFileLimit - 64) / 24))
    least = min(most, 6 * count)
    limit = least
  }

  /// - Parameters:
  ///   - lateness: How much later than it had asked for a sleeper was woken.
  ///   - runningCount: Scenarios that run now.
  package mutating func take(lateness sample: Duration, runningCount: Int) {
    guard least < most else { return }
    lateness += (sample - lateness) * Self.weight
    if lateness > Self.tooLate {
      limit = max(least, limit - max(1, limit / 10))
    } else if lateness < Self.inTime, runningCount >= limit {
      limit = min(most, limit + 2)
    }
  }
}
