/// A time limit that grows by the time for which the machine gave the client no processor.
package struct FairLimit: Equatable {
  /// A wait ends after this many times its limit, however little of it the machine gave the client.
  /// A client with less than a twentieth of a core can't be judged by time.
  package static let starvationFactor = 20

  let limit: Duration
  /// How long the wait may last, by what is known so far.
  package private(set) var allowed: Duration

  package init(_ limit: Duration) {
    self.limit = limit
    allowed = limit
  }

  package var bound: Duration { limit * Self.starvationFactor }

  package enum End: Equatable {
    /// The client has had the whole limit.
    case timedOut
    /// The client has lacked more than the bound allows for: inconclusive.
    case starved
  }

  /// - Parameters:
  ///   - lacking: Since the wait began, time in which the client or the runner had no processor.
  ///   - waited: Since the wait began.
  /// - Returns: `nil` where the wait has to go on, for `allowed` in all.
  package mutating func extend(by lacking: Duration, after waited: Duration) -> End? {
    grow(by: lacking)
    guard waited >= allowed else { return nil }
    return limit + lacking > bound ? .starved : .timedOut
  }

  /// - Parameter lacking: As for `extend`.
  mutating func grow(by lacking: Duration) {
    allowed = max(allowed, min(limit + lacking, bound))
  }
}

/// How much of a wait the machine kept from the client.
package enum LackingTime {
  /// - Parameters:
  ///   - wait: Of the client's processes; see `ProcessorWait`.
  ///   - isMeasured: Whether `wait` holds all that they lacked. Otherwise the client is taken to have
  ///     had its even share of a core.
  ///   - delay: How long the runner or its storage were not there.
  ///   - load: The mean of runnable threads per core.
  package static func total(
    of waited: Duration, lacking wait: Duration, isMeasured: Bool, delay: Duration, load: Double
  ) -> Duration {
    let share = isMeasured || load <= 1 ? .zero : waited - waited / load
    return min(waited, max(wait, share) + delay)
  }
}
