// Owns: one user operation: the tap, what the client said of it, its sends and its records.

import AcceptanceModel

package struct ObservedOperation: Sendable {
  package let name: OperationName
  package let submitted: HistoryPosition
  package let launch: LaunchNumber?
  /// The step that submitted it, from 0; `nil` where the history names none.
  package let step: Int?
  package internal(set) var fate: Fate = .open
  /// This operation and those that were tapped with the very same content, in order of submission.
  /// Which of them a send belongs to is known by its key only, and where the client reports none,
  /// by the order of arrival: so rules that compare lists with sends count over the group.
  package internal(set) var group: [OperationName]
  package internal(set) var sends: [ObservedSend] = []
  package internal(set) var records: [RecordReading] = []
  /// When the user asked for it to be sent again.
  package internal(set) var retries: [HistoryPosition] = []
  /// When the scenario made its stored record unreadable.
  package internal(set) var damaged: HistoryPosition?

  package enum Fate: Sendable, Hashable {
    /// The history ends before the client said anything.
    case open
    case acknowledged(HistoryPosition, TaskID)
    case refused(HistoryPosition, FileWrites)
    /// It may exist or not.
    case unanswered(HistoryPosition)
  }

  init(name: OperationName, submitted: HistoryPosition, launch: LaunchNumber?, step: Int? = nil) {
    self.name = name
    self.submitted = submitted
    self.launch = launch
    self.step = step
    group = [name]
  }
}

package struct RecordReading: Sendable {
  package let number: RecordNumber
  package let request: RequestNumber
  package let position: HistoryPosition
  /// The key that it was made under; `nil` without one.
  package let key: IdempotencyKey?
  /// When a restart of the server dropped it, or the scenario gave it another body.
  package internal(set) var voided: HistoryPosition?
}

extension ObservedOperation {
  package var hasEqualContent: Bool { group.count > 1 }

  /// Whether some of its sends may belong to another operation: of equal ones only keys show which.
  var mayHoldSendsOfAnother: Bool {
    hasEqualContent && sends.contains { $0.facts.key.key == nil }
  }

  var acknowledgement: HistoryPosition? {
    guard case .acknowledged(let position, _) = fate else { return nil }
    return position
  }

  var task: TaskID? {
    guard case .acknowledged(_, let task) = fate else { return nil }
    return task
  }

  var isRefused: Bool {
    guard case .refused = fate else { return false }
    return true
  }

  /// When the client refused the tap, where nothing gave it a reason to: files could be written, and
  /// the server had not refused the operation before.
  var unexpectedRefusal: HistoryPosition? {
    guard case .refused(let position, .allowed) = fate,
      !(lastConcluded(before: position)?.permitsStop ?? false)
    else { return nil }
    return position
  }

  /// The latest send whose answer or end came before the moment.
  func lastConcluded(before position: HistoryPosition) -> ObservedSend? {
    sends.filter { $0.hasOutcome(before: position) }
      .max { ($0.outcome?.position.sequence ?? 0) < ($1.outcome?.position.sequence ?? 0) }
  }

  func hadSuccess(before position: HistoryPosition) -> Bool {
    sends.contains { $0.isSuccess && $0.hasOutcome(before: position) }
  }

  func wasRecorded(before position: HistoryPosition) -> Bool {
    records.contains { $0.position < position }
  }

  func askedAgain(after first: HistoryPosition, before last: HistoryPosition) -> Bool {
    retries.contains { first < $0 && $0 < last }
  }
}
