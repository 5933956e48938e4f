// Owns: how many scenarios run at once: as many as the machine runs in time, and no more.
// Does not own: measuring how late and busy it is (ScoreRun, MachineLoad) or what runs next
// (RunQueue).

/// Most of a scenario is waiting, so a number that fits one table or machine fits no other: it grows
/// while a sleeper is woken in time and few threads wait for a processor, and shrinks where it is
/// not so, for then clients come late, too.
package struct Throttle: Sendable, Hashable {
  /// What a processor that is free now and then takes at most to wake a sleeper.
  private static let inTime: Duration = .milliseconds(8)
  /// From here on it is too much. Far below what any rule grants a client for a busy machine
  /// (200 ms on top of half its longest pause).
  private static let tooLate: Duration = .milliseconds(25)
  /// Threads that run or wait for each processor, up to which more may run, and from which it is
  /// too much: then a right client's lateness is doubted, and its scenario is run again.
  private static let (freeLoad, busyLoad) = (2.0, 3.0)
  /// How much the newest look counts: of one in four.
  private static let weight = 0.25

  private let least: Int
  private let most: Int
  /// How many may run now, at least 1.
  package private(set) var limit: Int
  private var lateness: Duration = .milliseconds(16)
  private var load = 2.5

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
  ///   - newLoad: Threads that run or wait for each processor; `nil` where it is not known.
  ///   - runningCount: Scenarios that run now.
  package mutating func take(
    lateness newLateness: Duration, load newLoad: Double?, runningCount: Int
  ) {
    guard least < most else { return }
    lateness += (newLateness - lateness) * Self.weight
    load += ((newLoad ?? 0) - load) * Self.weight
    if lateness > Self.tooLate || load > Self.busyLoad {
      limit = max(least, limit - max(1, limit / 10))
    } else if lateness < Self.inTime, load < Self.freeLoad, runningCount >= limit {
      limit = min(most, limit + 2)
    }
  }
}
