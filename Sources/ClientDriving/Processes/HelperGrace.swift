/// How long helpers that outlive their client may take to end by themselves. Time in which they were
/// ready to run and had no processor does not count.
struct HelperGrace {
  /// The grace never becomes longer than so many times itself.
  private static let extensionLimit = 20

  private let grace: Duration
  /// Runnable threads for each core, at least 1.
  private let load: Double
  private var lacking = Duration.zero

  /// - Parameter load: Where the system does not count what a process lacked, it is taken to have had
  ///   its even share of a core.
  init(_ grace: Duration, load: Double) {
    self.grace = grace
    self.load = max(1, load)
  }

  /// - Parameter waited: Since the grace began.
  func left(after waited: Duration) -> Duration {
    let limit = grace * (Self.extensionLimit - 1)
    return grace + min(lacking, limit) - waited
  }

  /// Takes in a part of the wait.
  ///
  /// - Parameters:
  ///   - before: What the processes that are still there had lacked when the part began, all in all.
  ///   - after: The same at its end.
  mutating func add(_ waited: Duration, before: ProcessorWait, after: ProcessorWait) {
    let lacked =
      before.isComplete && after.isComplete
      ? after.lacking - before.lacking : waited - waited / load
    lacking += max(.zero, min(waited, lacked))
  }
}
