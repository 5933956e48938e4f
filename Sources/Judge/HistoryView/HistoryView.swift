// Owns: a history as rules want to see it: operations, sends, launches, looks at the list.
// Does not own: making it (HistoryViewBuilder) or what is right (Rules).

import AcceptanceModel

/// What can be derived from a history without judging it.
///
/// It relies on the order in which the history was written: what the runner does (launch, signal,
/// submit, sync, retry) is written before its effect can be seen, what the server sees before
/// the client can know of it, and what the client says after it was said. So an answer that
/// a right client acts upon is always further up than the act.
package struct HistoryView: Sendable {
  package let terms: JudgingTerms
  package let entries: [HistoryEntry]
  /// In order of submission.
  package internal(set) var operations: [ObservedOperation] = []
  /// In order of launch.
  package internal(set) var launches: [ObservedLaunch] = []
  package internal(set) var listings: [TaskListSnapshot] = []
  /// Looks that show an operation as stopped, by index in `listings`.
  var stoppedLooks: [OperationName: [Int]] = [:]
  /// Complete sends that belong to no operation.
  package internal(set) var unattributed: [ObservedSend] = []
  package internal(set) var records: [RecordReading] = []
  package internal(set) var strays: [Stray] = []
  package internal(set) var failedWaits: [FailedWait] = []
  /// When connections were made that a fault dropped before any request.
  var droppedConnections: [HistoryPosition] = []
  /// When a fault met a connection on which no request had come, or a request ended unfinished.
  var connectionFailures: [HistoryPosition] = []
  /// Full answers to requests that are no send: an upload that was refused before its end.
  package internal(set) var earlyAnswers: [(position: HistoryPosition, duty: ClientObligation)] = []
  package internal(set) var syncs: [HistoryPosition] = []
  /// Keys by the order in which they were first seen, counted from 1.
  package internal(set) var keyOrdinals: [IdempotencyKey: Int] = [:]

  /// Operations that the client took for another's repetition: see `OperationMerged`.
  var merged: Set<OperationName> = []
  /// At most one for each group of equal operations, in order of submission.
  var prematureEndings: [PrematureEnding] = []
  /// At most one for each operation, by the first wait that failed for it.
  var stalledOperations: [StalledOperation] = []
  var operationIndex: [OperationName: Int] = [:]

  package struct Stray: Sendable {
    package let position: HistoryPosition
    package let kind: StrayKind
  }

  package struct FailedWait: Sendable {
    package let position: HistoryPosition
    /// The step, from 0.
    package let index: Int
    package let awaited: Awaited
    package let waited: Duration
  }
}

extension HistoryView {
  package func operation(_ name: OperationName) -> ObservedOperation? {
    operationIndex[name].map { operations[$0] }
  }

  /// The operation of that name, or the members of the burst that was submitted under it.
  package func operations(called name: OperationName) -> [ObservedOperation] {
    if let operation = operation(name) { return [operation] }
    let steps = Dictionary(
      operations.map { ($0.name, $0.step) }, uniquingKeysWith: { first, _ in first })
    return name.burst(in: steps).compactMap { self.operation($0) }
  }

  func looksAtStopped(_ operation: ObservedOperation) -> [TaskListSnapshot] {
    (stoppedLooks[operation.name] ?? []).map { listings[$0] }
  }

  package func launch(_ number: LaunchNumber) -> ObservedLaunch? {
    launches.first { $0.number == number }
  }

  package func aliveLaunches(at position: HistoryPosition) -> [ObservedLaunch] {
    launches.filter { $0.isAlive(at: position) }
  }

  /// Each group of operations with the same content once, in order of submission.
  var groups: [[ObservedOperation]] {
    operations.filter { $0.group.first == $0.name }.map { first in
      first.group.compactMap { operation($0) }
    }
  }

  /// All sends that belong to operations, in order of arrival.
  var sends: [ObservedSend] { operations.flatMap(\.sends).sorted { $0.position < $1.position } }

  /// After everything that is in the history.
  var end: HistoryPosition {
    HistoryPosition(sequence: (entries.last?.sequence ?? 0) + 1, at: entries.last?.at ?? .zero)
  }

  /// `key 1`, `key 2`: what a sentence calls a key.
  func name(of key: IdempotencyKey) -> Message {
    keyOrdinals[key].map { "key \($0)" } ?? "a key"
  }
}
