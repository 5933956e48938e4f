// Owns: what steps need to know of a history while it grows: counts, never judgements.

import AcceptanceModel

package struct RunState: Sendable {
  /// Complete sends by operation, in order of arrival.
  package private(set) var sends: [OperationName: [RequestNumber]] = [:]
  package private(set) var sendCount = 0
  /// How each request ended, as far as it has.
  package private(set) var answers: [RequestNumber: AnswerFacts] = [:]
  package private(set) var ended: Set<RequestNumber> = []
  /// Requests that are parked until the runner lets them go on.
  package private(set) var held: Set<RequestNumber> = []
  package private(set) var recordCount = 0
  package private(set) var records: [OperationName: Int] = [:]
  package private(set) var running: Set<LaunchNumber> = []
  /// Launches that the runner has stopped: they can neither answer nor send.
  package private(set) var stopped: Set<LaunchNumber> = []
  package private(set) var exits: [LaunchNumber: ProcessExit] = [:]
  /// Launches that the runner has asked to end, or has ended.
  package private(set) var asked: Set<LaunchNumber> = []
  /// Launches whose greeting has been answered, one way or the other.
  package private(set) var greeted: Set<LaunchNumber> = []
  /// Submit commands that wait for their answer.
  package private(set) var openSubmits: Set<OperationName> = []
  package private(set) var refusedSubmits: Set<OperationName> = []
  /// Submits whose process ended before it answered: there may be a task, or none. The number of
  /// complete sends of the operation that had arrived by then.
  package private(set) var unansweredSubmits: [OperationName: Int] = [:]
  package private(set) var acknowledged: Set<OperationName> = []
  /// Sends in flight now, and the most there ever were at once.
  package private(set) var inFlight: Set<RequestNumber> = []
  package private(set) var mostInFlight = 0
  /// Counts everything that the server has seen or done: shows whether anything happened since.
  package private(set) var serverObservationCount = 0
  /// How often each fault of the scenario has acted, by its index.
  package private(set) var actCounts: [Int: Int] = [:]
  /// Whether the client has ever listed a task as `sending`: then it also shows when it no longer
  /// sends.
  package private(set) var showsSending = false
  /// Sends during whose flight their operation was listed without a diagnosis.
  package private(set) var undiagnosedInFlight: Set<RequestNumber> = []
  /// Whether something went wrong that was no complete send: a diagnosis may come from that.
  package private(set) var hasOtherTrouble = false
  private var owner: [RequestNumber: OperationName] = [:]
  private var lateKeys = LateKeys()
  /// Records made for sends that belong to no operation as far as is known.
  private var unownedRecords: [RequestNumber: Int] = [:]

  package init() {}

  /// Whether the `number`-th send of the operation has arrived and its end is decided.
  package func hasSend(_ operation: OperationName, number: Int) -> Bool {
    send(operation, number: number).map(isConcluded) ?? false
  }

  /// Whether the `number`-th send of the operation has been answered, or has ended without.
  package func isOver(_ operation: OperationName, number: Int) -> Bool {
    send(operation, number: number).map { answers[$0] != nil || ended.contains($0) } ?? false
  }

  /// Whether it was answered, has ended without an answer, or waits for the runner.
  package func isConcluded(_ request: RequestNumber) -> Bool {
    answers[request] != nil || ended.contains(request) || held.contains(request)
  }

  package func send(_ operation: OperationName, number: Int) -> RequestNumber? {
    let requests = sends[operation] ?? []
    return requests.indices.contains(number - 1) ? requests[number - 1] : nil
  }

  /// To the latest of its sends that has one.
  package func latestAnswer(to operation: OperationName) -> AnswerFacts? {
    (sends[operation] ?? []).reversed().lazy.compactMap { answers[$0] }.first
  }

  /// Whether an answer that obliges the client to be done has been given to the operation.
  package func hasSuccess(_ operation: OperationName, under contract: AnswerContract) -> Bool {
    (sends[operation] ?? []).contains { request in
      answers[request].map { [.done, .either].contains(contract.duty(for: $0)) } ?? false
    }
  }

  /// Sends that arrived after the submit had been left without an answer: a later launch has the task.
  package func sendsSinceUnanswered(_ operation: OperationName) -> ArraySlice<RequestNumber> {
    (sends[operation] ?? []).dropFirst(unansweredSubmits[operation] ?? 0)
  }

  package func isInFlight(_ operation: OperationName) -> Bool {
    sends[operation]?.contains(where: inFlight.contains) ?? false
  }

  /// The requests that are held, of some operations or of all (`nil`).
  package func held(_ operations: [OperationName]?) -> [RequestNumber] {
    held.sorted().filter { request in
      operations.map { names in owner[request].map(names.contains) ?? false } ?? true
    }
  }

  package mutating func take(_ observation: Observation) {
    switch observation {
    case .client(let seen):
      take(seen)
      for (operation, key) in seen.reportedKeys { own(operation, key) }
    case .server(.foreign): break
    case .server(let seen):
      serverObservationCount += 1
      take(seen)
    case .runner: break
    }
  }

  /// What was sent under this key before the client reported it is the operation's.
  private mutating func own(_ operation: OperationName, _ key: IdempotencyKey) {
    let requests = lateKeys.reported(key, for: operation)
    guard !requests.isEmpty else { return }
    for request in requests {
      owner[request] = operation
      sends[operation, default: []].append(request)
      if let count = unownedRecords.removeValue(forKey: request) {
        records[operation, default: 0] += count
      }
    }
    sends[operation]?.sort()
  }

  private mutating func take(_ seen: ClientObservation) {
    switch seen {
    case .launched(let launch, _): running.insert(launch)
    case .greeted(let launch, _): greeted.insert(launch)
    case .exited(let launch, let exit):
      running.remove(launch)
      exits[launch] = exit
    case .submitted(let operation, _, _): openSubmits.insert(operation)
    case .acknowledged(let operation, _, _, _):
      openSubmits.remove(operation)
      acknowledged.insert(operation)
    case .submitUnanswered(let operation, _):
      openSubmits.remove(operation)
      unansweredSubmits[operation] = sends[operation]?.count ?? 0
    case .submitRefused(let operation, _, _):
      openSubmits.remove(operation)
      refusedSubmits.insert(operation)
    case .signalled(let launch, .stop): stopped.insert(launch)
    case .signalled(let launch, .continue): stopped.remove(launch)
    case .signalled(let launch, .kill), .signalled(let launch, .terminate),
      .signalled(let launch, nil):
      asked.insert(launch)
    case .listed(_, let reports): look(at: reports)
    case .synced, .retryAsked, .damaged, .unanswered, .abilityDenied,
      .contractBroken, .leftBehind, .secretSeen, .other:
      break
    }
  }

  private mutating func look(at reports: [TaskReport]) {
    for report in reports {
      if report.state == .sending { showsSending = true }
      if let operation = report.operation, let last = sends[operation]?.last,
        inFlight.contains(last), !report.hasDiagnosis
      {
        undiagnosedInFlight.insert(last)
      }
    }
  }

  private mutating func take(_ seen: ServerObservation) {
    noticeTrouble(seen)
    switch seen {
    case .arrived(let facts):
      sendCount += 1
      inFlight.insert(facts.request)
      mostInFlight = max(mostInFlight, inFlight.count)
      guard let operation = lateKeys.arrived(facts) else { return }
      owner[facts.request] = operation
      sends[operation, default: []].append(facts.request)
    case .committed(_, let request):
      recordCount += 1
      count(1, recordOf: request)
    case .recordsLost:
      recordCount = 0
      records = [:]
      unownedRecords = [:]
    case .recordReplaced(_, let request):
      // What is there now belongs to no operation.
      recordCount -= 1
      count(-1, recordOf: request)
    case .faultActed(let index, _, _): actCounts[index, default: 0] += 1
    case .held(let request): held.insert(request)
    case .released(let request): held.remove(request)
    case .answered(let request, let facts):
      answers[request] = facts
      inFlight.remove(request)
    case .ended(let request, _):
      ended.insert(request)
      inFlight.remove(request)
    case .listening, .down, .up, .restarted, .clockMoved, .connected, .partial, .strayed, .foreign,
      .answerBroken, .strayAnswered,
      .followedRedirect, .other:
      break
    }
  }

  private mutating func noticeTrouble(_ seen: ServerObservation) {
    switch seen {
    case .down, .restarted, .partial, .strayed, .followedRedirect, .faultActed(_, nil, _):
      hasOtherTrouble = true
    default: break
    }
  }

  private mutating func count(_ change: Int, recordOf request: RequestNumber) {
    if let operation = owner[request] {
      records[operation, default: 0] += change
    } else {
      unownedRecords[request, default: 0] += change
    }
  }
}
