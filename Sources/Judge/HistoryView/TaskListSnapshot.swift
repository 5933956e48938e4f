// Owns: one look at the client's list, and what it says of an operation.

import AcceptanceModel

package struct TaskListSnapshot: Sendable {
  package let position: HistoryPosition
  package let launch: LaunchNumber
  package let reports: [TaskReport]
  private let byOperation: [OperationName: TaskReport]
  private let byTask: [TaskID: TaskReport]

  init(position: HistoryPosition, launch: LaunchNumber, reports: [TaskReport]) {
    self.position = position
    self.launch = launch
    self.reports = reports
    let named = reports.compactMap { report in report.operation.map { ($0, report) } }
    byOperation = Dictionary(named) { first, _ in first }
    byTask = Dictionary(reports.map { ($0.task, $0) }) { first, _ in first }
  }

  package enum Sighting: Sendable, Hashable {
    /// The client had not acknowledged it before this look, so it need not be listed.
    case notDue
    case gone
    case listed(TaskReport)
  }
}

extension TaskListSnapshot {
  package func sighting(of operation: ObservedOperation) -> Sighting {
    guard let acknowledged = operation.acknowledgement, acknowledged < position else {
      return .notDue
    }
    // By task id too: operations that the client merged share one, and only one is named.
    let report = byOperation[operation.name] ?? operation.task.flatMap { byTask[$0] }
    return report.map { .listed($0) } ?? .gone
  }

  /// Gone, or listed as done.
  func showsFinished(_ operation: ObservedOperation) -> Bool {
    switch sighting(of: operation) {
    case .gone: true
    case .listed(let report): report.state == .done
    case .notDue: false
    }
  }

  func showsStopped(_ operation: ObservedOperation) -> Bool {
    guard case .listed(let report) = sighting(of: operation) else { return false }
    return report.state == .stopped
  }
}
