// Owns: how far a client has come towards what a step awaits, as one number.
// Does not own: waiting (Awaiting), how long (Patience), or whether it is there.

import AcceptanceModel

/// Counts what a right client does on its way, and nothing else: the awaited operations' sends, as
/// many as the scenario's faults make necessary, their ends, their records, and the faults that act
/// on them. What a wrong client does beside it, be it one record a second, is no progress.
struct ProgressEstimate: Sendable {
  private let operations: [OperationName]
  /// How many sends of each operation count.
  private let sendCounts: [OperationName: Int]
  /// How often each fault's acting counts, by its index; faults that can't meet one are left out.
  private let actCounts: [Int: Int]
  private let countsRecords: Bool

  init(
    towards awaited: Awaited, operations: [OperationName], in scenario: Scenario,
    on server: ServerSpec
  ) {
    self.operations = operations
    var sendCounts: [OperationName: Int] = [:]
    var actCounts: [Int: Int] = [:]
    for operation in operations {
      var troubleCount = server.firstAnswer == .success ? 0 : 1
      for (index, fault) in scenario.faults.enumerated() {
        guard let count = fault.selector.count(meeting: operation) else { continue }
        actCounts[index, default: 0] += count
        troubleCount += count
      }
      sendCounts[operation] = troubleCount + 1
    }
    if case .send(_, let number) = awaited {
      for operation in operations { sendCounts[operation] = number }
      countsRecords = false
    } else {
      countsRecords = true
    }
    self.sendCounts = sendCounts
    self.actCounts = actCounts
  }

  /// The most that `progress` can become.
  var most: Int {
    sendCounts.values.reduce(0) { $0 + 2 * $1 } + actCounts.values.reduce(0, +)
      + (countsRecords ? operations.count : 0)
  }

  /// The most that a right client can take its whole time for: operations that meet no fault are
  /// sent once, one as well as a hundred.
  var mostInTime: Int {
    let untroubled = sendCounts.values.count { $0 == 1 }
    return most - max(0, untroubled - 1) * (countsRecords ? 3 : 2)
  }

  func progress(in live: RunState) -> Int {
    var progress = 0
    for operation in operations {
      let sends = (live.sends[operation] ?? []).prefix(sendCounts[operation, default: 0])
      progress += sends.count + sends.count { live.isConcluded($0) }
      if countsRecords, live.records[operation, default: 0] > 0 { progress += 1 }
    }
    for (index, count) in actCounts { progress += min(count, live.actCounts[index, default: 0]) }
    return progress
  }

  /// The longest time that the server has asked for in the latest answer to an awaited operation.
  func pauseAsked(in live: RunState) -> Duration {
    let latest = operations.compactMap { live.sends[$0]?.last }
    return latest.compactMap { live.answers[$0]?.retryAfter }.max() ?? .zero
  }
}

extension FaultSelector {
  /// How often it can meet a request of this operation; `nil`: never.
  fileprivate func count(meeting operation: OperationName) -> Int? {
    switch self {
    case .operation(let name, let sends): name ?? operation == operation ? sends.count : nil
    case .key(let range), .request(let range), .connection(let range): range.count
    }
  }
}
