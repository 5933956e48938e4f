// Owns: signalling and awaiting a process that is no child. Does not own: which process
// (OrphanSearch).

/// A process that was in the table, held so that its number cannot be reused for another one.
final class ProcessHandle {
  let entry: ProcessEntry
  let hold: ProcessHold

  /// `nil`: the process is gone.
  init?(_ entry: ProcessEntry) {
    self.entry = entry
    guard let hold = ProcessHold(entry.processID) else { return nil }
    self.hold = hold
    // The number may have changed hands between the table and the hold.
    guard Self.isAlive(entry) else { return nil }
  }

  func signal(_ number: Int32) {
    if hold.isExact || Self.isAlive(entry) { hold.signal(number) }
  }

  /// A zombie has ended.
  static func isAlive(_ entry: ProcessEntry) -> Bool {
    guard let now = ProcessTable.entry(entry.processID) else { return false }
    return now.start == entry.start && !now.isZombie
  }

  /// Blocks the thread until all have ended or `limit` has passed; returns those still alive.
  static func waitUntilGone(
    _ handles: [ProcessHandle], within limit: Duration
  ) -> [ProcessHandle] {
    let deadline = ContinuousClock.now + limit
    var alive = handles
    while !alive.isEmpty {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { break }
      alive = ProcessHold.waitForAnyEnd(alive, within: left)
    }
    return alive
  }
}
