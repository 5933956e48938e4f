/// How long a scenario's processes were ready to run and had no processor.
///
/// It distinguishes a late client from a late machine: a client that sleeps, or waits for an
/// answer, lacks no processor, however busy the machine is.
package struct ProcessorWait: Sendable, Hashable {
  /// Summed over all threads that are alive now, each since its start: an upper bound for any wait
  /// that began later.
  package let lacking: Duration
  /// Whether the system counts for all of them.
  package let isComplete: Bool
  /// Grows when a process of the client's has come and gone: what that lacked is counted no more.
  package let reapedCount: Int

  package init(lacking: Duration, isComplete: Bool, reapedCount: Int = 0) {
    self.lacking = lacking
    self.isComplete = isComplete
    self.reapedCount = reapedCount
  }

  static func sum(_ waits: [ProcessorWait]) -> ProcessorWait {
    ProcessorWait(
      lacking: waits.map(\.lacking).reduce(.zero, +),
      isComplete: waits.allSatisfy(\.isComplete))
  }

  /// Of the processes that were started for the scenario with this home, and of their descendants.
  package static func ofScenario(home: String) -> ProcessorWait {
    let view = ProcessRegistry.shared.view(ofHome: home)
    let leaders = view.sessions.intersection(view.livingChildren)
    guard !leaders.isEmpty else { return ProcessorWait(lacking: .zero, isComplete: false) }
    return total(over: leaders.sorted(), reading: ThreadTimes.read)
  }

  /// - Parameter reading: The times of one process; `nil` where it is gone or nothing is counted.
  static func total(
    over leaders: [Int32], reading: (Int32) -> ThreadTimes?
  ) -> ProcessorWait {
    var lacking = Duration.zero
    var isComplete = true
    var reapedCount = 0
    var waiting = leaders
    var seen: Set<Int32> = []
    while let process = waiting.popLast() {
      guard seen.insert(process).inserted else { continue }
      guard let times = reading(process) else {
        isComplete = false
        continue
      }
      lacking += times.lacking
      reapedCount += times.reapedCount
      waiting += times.children
    }
    return ProcessorWait(lacking: lacking, isComplete: isComplete, reapedCount: reapedCount)
  }
}

/// What the system has counted of one process.
struct ThreadTimes: Equatable {
  /// Time in which a thread was ready to run and did not, over all threads that are alive.
  let lacking: Duration
  let children: [Int32]
  /// Grows with each child that has ended; 0 where none has.
  let reapedCount: Int
}
