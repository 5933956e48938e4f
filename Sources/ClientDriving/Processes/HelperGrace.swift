/// How long helpers that outlive their client may take to end by themselves. Time in which they were
/// ready to run and had no processor does not count.
struct HelperGrace {
  private var limit: FairLimit
  private let load: Double
  private var lacking = Duration.zero

  /// - Parameter load: Runnable threads for each core; see `LackingTime`.
  init(_ grace: Duration, load: Double) {
    limit = FairLimit(grace)
    self.load = load
  }

  /// - Parameter waited: Since the grace began.
  func left(after waited: Duration) -> Duration { limit.allowed - waited }

  /// Takes in a part of the wait.
  ///
  /// - Parameters:
  ///   - before: What the processes that are still there had lacked when the part began, all in all.
  ///   - after: The same at its end.
  mutating func add(_ waited: Duration, before: ProcessorWait, after: ProcessorWait) {
    let isMeasured = before.isComplete && after.isComplete
    lacking += LackingTime.total(
      of: waited, lacking: isMeasured ? max(.zero, after.lacking - before.lacking) : .zero,
      isMeasured: isMeasured, delay: .zero, load: load)
    limit.grow(by: lacking)
  }
}
