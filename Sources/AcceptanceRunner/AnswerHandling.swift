import AcceptanceModel
import ClientDriving

/// What a look at the client's list, taken after a send was answered or had ended, says of whether
/// the client has dealt with that.
enum HandlingSign: Sendable, Hashable {
  /// The list, or a later send, shows that it has.
  case shown
  /// It is still listed as being sent.
  case sending
  /// The list does not show it: it is the same before and after.
  case silent

  /// - Parameters:
  ///   - number: The send's, of its operation; it was over before the list was asked for.
  ///   - reports: `nil` where the client has no list.
  init(
    of operation: OperationName, send number: Int, in reports: [TaskReport]?, _ live: RunState
  ) {
    let sends = live.sends[operation] ?? []
    // No right client sends again before it has dealt with the last send.
    if sends.count > number {
      self = .shown
      return
    }
    guard let reports, live.acknowledged.contains(operation),
      let request = live.send(operation, number: number)
    else {
      self = .silent
      return
    }
    let own = reports.filter { $0.operation == operation }
    if own.contains(where: { $0.state == .sending }) {
      self = .sending
      return
    }
    // Gone, done, stopped and paused come of answers only; `pending` is what it was before.
    let isConcluded = own.allSatisfy { $0.state != .pending }
    let isDiagnosed =
      own.contains(where: \.hasDiagnosis)
      && (live.undiagnosedInFlight.contains(request) || number == 1 && !live.hasOtherTrouble)
    self = isConcluded || isDiagnosed || live.showsSending ? .shown : .silent
  }
}

extension ScenarioRun {
  /// How often in a row the client must be seen asleep. A client that looks at its socket by a timer
  /// sleeps in between; it looks several times within the glances that lie between these looks.
  private static let sleepCount = 3

  /// Waits until the client has dealt with the answer to a send of each operation, or with its end.
  ///
  /// The answer's being written does not show that. Evidence is, in this order: a later send; a list
  /// that shows what only the answer can have led to; and where the list says nothing, that all of
  /// the client sleeps with the whole answer in its hands. Where none of these can be seen, the
  /// client is given as long as the contract gives it to react to anything.
  func waitUntilHandled(
    _ names: [OperationName], send number: Int, _ limit: ProgressDeadline, _ index: Int
  ) async throws(StepFailure) -> Outcome {
    let over = try await wait(limit, index, syncs: false) { live in
      names.allSatisfy { live.isOver($0, number: number) }
    }
    guard case .there = over else { return over }
    let deadline = clock.now.advanced(by: max(limits.silenceWindow, limits.answerWithin))
    var sleepCount = 0
    while clock.now < deadline, !Task.isCancelled {
      if recorder.live.running.isEmpty {
        try requireNoDeserter()
        return .inVain(since: nil)
      }
      try requireSomebodyAwake(index)
      let reports = listsTasks ? try await listAll() : nil
      let live = recorder.live
      let signs = names.map { HandlingSign(of: $0, send: number, in: reports, live) }
      if signs.allSatisfy({ $0 == .shown }) { return .there }
      sleepCount = isAsleep == true ? sleepCount + 1 : 0
      if sleepCount >= Self.sleepCount, !signs.contains(.sending) { return .there }
      let seen = live.serverObservationCount
      _ = await recorder.wait(within: Self.pollInterval) { $0.serverObservationCount != seen }
    }
    return Outcome(!Task.isCancelled)
  }

  private var listsTasks: Bool { abilities?.contains(.tasks) ?? false }

  /// Whether every awake process of the client sleeps, with all that the server has answered in its
  /// hands; `nil` where that can't be seen.
  var isAsleep: Bool? {
    guard server.hasHandedOverAnswers else { return false }
    let instances = awake.map(\.session.isAsleep)
    if instances.contains(false) { return false }
    return instances.isEmpty || instances.contains(nil) ? nil : true
  }
}
