// Owns: one user operation: the tap, what the client said of it, its sends and its records.

import AcceptanceModel

package struct OperationReading: Sendable {
  package let name: OperationName
  package let submitted: Moment
  package let launch: LaunchNumber?
  /// The step that submitted it, from 0; `nil` where the history names none.
  package let step: Int?
  package internal(set) var fate: Fate = .open
  /// This operation and those that were tapped with the very same content, in order of submission.
  /// Which of them a send belongs to is known by its key only, and where the client reports none,
  /// by the order of arrival: so rules that compare lists with sends count over the group.
  package internal(set) var group: [OperationName]
  package internal(set) var sends: [SendReading] = []
  package internal(set) var records: [RecordReading] = []
  /// When the user asked for it to be sent again.
  package internal(set) var retries: [Moment] = []
  /// When the scenario made its stored record unreadable.
  package internal(set) var damaged: Moment?

  package enum Fate: Sendable, Hashable {
    /// The history ends before the client said anything.
    case open
    case acknowledged(Moment, TaskID)
    case refused(Moment, FileWrites)
    /// It may exist or not.
    case unanswered(Moment)
  }

  init(name: OperationName, submitted: Moment, launch: LaunchNumber?, step: Int? = nil) {
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
  package let moment: Moment
  /// The key that it was made under; `nil` without one.
  package let key: IdempotencyKey?
  /// When a restart of the server dropped it, or the scenario gave it another body.
  package internal(set) var voided: Moment?
}

extension OperationReading {
  package var isTwinned: Bool { group.count > 1 }

  /// Whether some of its sends may belong to another operation: of equal ones only keys tell which.
  var mayHoldSendsOfAnother: Bool {
    isTwinned && sends.contains { $0.facts.key.key == nil }
  }

  var acknowledgement: Moment? {
    guard case .acknowledged(let moment, _) = fate else { return nil }
    return moment
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
  var unexpectedRefusal: Moment? {
    guard case .refused(let moment, .allowed) = fate,
      !(lastConcluded(before: moment)?.permitsStop ?? false)
    else { return nil }
    return moment
  }

  /// The latest send whose answer or end came before the moment.
  func lastConcluded(before moment: Moment) -> SendReading? {
    sends.filter { $0.hasOutcome(before: moment) }
      .max { ($0.outcome?.moment.sequence ?? 0) < ($1.outcome?.moment.sequence ?? 0) }
  }

  func hadSuccess(before moment: Moment) -> Bool {
    sends.contains { $0.isSuccess && $0.hasOutcome(before: moment) }
  }

  func wasRecorded(before moment: Moment) -> Bool { records.contains { $0.moment < moment } }

  func askedAgain(after first: Moment, before last: Moment) -> Bool {
    retries.contains { first < $0 && $0 < last }
  }
}
