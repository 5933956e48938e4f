// Owns: waiting for what a step awaits, as long as the client's own limits allow and no longer.
// Does not own: how long that is (ProgressDeadline), or checks, which do not wait (Checking).

import AcceptanceModel
import ClientDriving

extension ScenarioRun {
  /// How long a look at the client's list stays good where nothing has happened since.
  static let pollInterval: Duration = .milliseconds(50)
  /// The same where look after look has shown the same. A client that waits changes seldom without
  /// the server's seeing something, and that is looked at without delay.
  private static let longestPollInterval: Duration = .milliseconds(200)
  /// How often a client that retries on sync only is synced while a step waits.
  private static let syncInterval: Duration = .milliseconds(250)
  /// How many windows a silence may take to come: a client may end first what it had begun.
  private static let windowLimit = 4

  func wait(for awaited: Awaited, index: Int) async throws(StepFailure) {
    let start = clock.now
    let outcome = try await outcome(of: awaited, index: index)
    guard case .inVain(let since) = outcome else { return }
    guard !Task.isCancelled, !isBrokenOff else { throw .judged }
    if let reason = obstacle(to: awaited) {
      throw .error(.stepImpossible(index: index, reason: reason))
    }
    let waited = (since ?? start).duration(to: clock.now)
    recorder.append(.runner(.awaitFailed(index: index, awaited, waited: waited)))
    throw .judged
  }

  /// Why no client could have got there; `nil` where it is for the rules to say.
  private func obstacle(to awaited: Awaited) -> Message? {
    let live = recorder.live
    let names = named(by: awaited)
    if let doubt = firstDoubt(about: names) { return doubt }
    for name in names {
      if let answer = live.latestAnswer(to: name), answer.isReplay, answer.content == .error,
        (scenario.server ?? table.server).replay == .stored
      {
        return "the server repeats the error that it first answered operation \(name) with, as its"
          + " contract says, and no client gets past that"
      }
    }
    return nil
  }

  enum Outcome {
    case there
    /// Nothing has come nearer since; `nil`: since the step began.
    case inVain(since: ContinuousClock.Instant?)

    init(_ isThere: Bool) { self = isThere ? .there : .inVain(since: nil) }
  }

  private func outcome(of awaited: Awaited, index: Int) async throws(StepFailure) -> Outcome {
    let names = operations(of: awaited)
    let deadline = ProgressDeadline(
      approach(to: awaited, names), limit: limits.sendDeadline, live: recorder.live,
      now: startWaiting())
    switch awaited {
    case .send(_, let number):
      return try await wait(deadline, index, for: names) { live in
        names.allSatisfy { live.hasSend($0, number: number) }
      }
    case .handled(_, let number):
      return try await waitUntilHandled(names, send: number, deadline, index)
    case .recorded:
      return try await wait(deadline, index, for: names) { live in
        names.allSatisfy { live.records[$0, default: 0] > 0 }
      }
    case .state(_, let state):
      return try await poll(deadline, index, at: names) { reports in
        names.allSatisfy { isListed($0, in: reports, as: state) }
      }
    case .idle:
      return try await poll(deadline, index) { reports in
        !reports.contains { $0.state == .pending || $0.state == .sending }
      }
    case .settled:
      return try await poll(deadline, index) { reports in
        reports.allSatisfy { $0.state == .done || $0.state == .stopped }
      }
    case .silence(let operation, let longerThanLease):
      return try await silence(
        of: operation, for: longerThanLease ? limits.leaseWindow : limits.silenceWindow)
    case .exit(let process):
      guard let instance = crew[process] else { return .there }
      return try await wait(deadline, index) { !$0.running.contains(instance.launch) }
    }
  }

  private func operations(of awaited: Awaited) -> [OperationName] {
    switch awaited {
    case .send, .handled, .recorded, .state: named(by: awaited)
    case .idle, .settled, .exit, .silence: Array(book.pages.keys)
    }
  }

  /// Those that the step is about, where it is about any.
  private func named(by awaited: Awaited) -> [OperationName] {
    switch awaited {
    case .send(let name, _), .handled(let name, _), .recorded(let name), .state(let name, _):
      book.names(name)
    case .idle, .settled, .exit, .silence: []
    }
  }

  private func approach(to awaited: Awaited, _ names: [OperationName]) -> ProgressEstimate {
    ProgressEstimate(
      towards: awaited, operations: names, in: scenario, on: scenario.server ?? table.server)
  }

  /// Waits for something that the server will see, or for a process's end.
  ///
  /// - Parameters:
  ///   - names: The awaited operations, where it is for some.
  ///   - syncs: Whether a client that sends again on sync only is synced meanwhile.
  func wait(
    _ deadline: ProgressDeadline, _ index: Int, for names: [OperationName] = [],
    syncs: Bool = true, until isSatisfied: @escaping @Sendable (RunState) -> Bool
  ) async throws(StepFailure) -> Outcome {
    var deadline = deadline
    let syncs = syncs && sendsOnSyncOnly
    if !names.isEmpty, !isSatisfied(recorder.live), !recorder.live.unansweredSubmits.isEmpty,
      abilities?.contains(.tasks) == true, let reports = try await listAll(),
      isBeyondHope(names, in: reports)
    {
      return .inVain(since: nil)
    }
    while !Task.isCancelled {
      if isSatisfied(recorder.live) { return .there }
      if syncs { for instance in awake { try await sync(instance) } }
      let live = recorder.live
      if isSatisfied(live) { return .there }
      // No process is left that could send.
      if live.running.isEmpty {
        try requireNoDeserter()
        return .inVain(since: nil)
      }
      try requireSomebodyAwake(index)
      deadline.update(live, now: startWaiting())
      // What the client claims meanwhile is for the rules.
      if isJudgingDue(after: deadline.waited), abilities?.contains(.tasks) == true {
        _ = try await listAll()
      }
      if try isOver(&deadline) { return .inVain(since: deadline.since.at) }
      let (approach, seen) = (deadline.approach, deadline.approach.progress(in: live))
      // Whether the verdict is settled is looked at from time to time.
      let limit = min(deadline.left, syncs ? Self.syncInterval : Self.settledInterval)
      _ = await recorder.wait(within: limit) { live in
        isSatisfied(live) || live.running.isEmpty || approach.progress(in: live) != seen
      }
    }
    return .inVain(since: deadline.since.at)
  }

  /// Looks at the list of every running process until it is as wanted. Looks again whenever the
  /// server has seen something, and after a pause where it has not.
  private func poll(
    _ deadline: ProgressDeadline, _ index: Int, at names: [OperationName] = [],
    until isWanted: ([TaskReport]) -> Bool
  ) async throws(StepFailure) -> Outcome {
    var deadline = deadline
    var lastSync: ContinuousClock.Instant?
    var pause = Self.pollInterval
    var lastReports: [TaskReport]?
    while !Task.isCancelled {
      let live = recorder.live
      if !live.running.isEmpty { try requireSomebodyAwake(index) }
      guard let reports = try await listAll() else {
        try requireNoDeserter()
        return .inVain(since: nil)
      }
      if isWanted(reports) { return .there }
      if isBeyondHope(names, in: reports) { return .inVain(since: nil) }
      deadline.update(live, now: startWaiting())
      if try isOver(&deadline) { return .inVain(since: deadline.since.at) }
      if sendsOnSyncOnly,
        lastSync.map({ $0.duration(to: clock.now) >= Self.syncInterval }) ?? true
      {
        for instance in awake { try await sync(instance) }
        lastSync = clock.now
      }
      let seen = live.serverObservationCount
      pause = reports == lastReports ? min(pause * 2, Self.longestPollInterval) : Self.pollInterval
      lastReports = reports
      if await recorder.wait(within: pause, until: { $0.serverObservationCount != seen }) {
        pause = Self.pollInterval
      }
    }
    return .inVain(since: deadline.since.at)
  }

  /// Where the scenario itself has stopped every process, nothing that a client does can be awaited.
  func requireSomebodyAwake(_ index: Int) throws(StepFailure) {
    guard awake.isEmpty, recorder.live.running.isSubset(of: recorder.live.stopped) else { return }
    throw .error(
      .stepImpossible(index: index, reason: "every process of the client is stopped"))
  }

  /// The processes that can be spoken to: those that the runner has not stopped.
  var awake: [ClientInstance] {
    let stopped = recorder.live.stopped
    return crew.values.filter { !stopped.contains($0.launch) }
  }

  /// Whether nothing is sent again unless the runner asks for it, and it can ask.
  var sendsOnSyncOnly: Bool { limits.retries == .onSync && abilities?.contains(.sync) == true }

  /// The lists of all awake processes, one after the other; `nil` where none is running.
  func listAll() async throws(StepFailure) -> [TaskReport]? {
    var all: [TaskReport]?
    for instance in awake {
      if let reports = try await list(instance) { all = (all ?? []) + reports }
    }
    return all
  }

  /// Whether another window of silence may begin; time that the machine kept from the client does
  /// not count.
  private func hasRoom(for window: Duration, since start: WaitStart) -> Bool {
    let lacking = min(lackingTime(since: start), window * FairLimit.starvationFactor)
    return start.at.duration(to: clock.now) < window * Self.windowLimit + lacking
  }

  /// Waits until no send has arrived for a whole window, at whose end the client slept: one that
  /// still waits for a processor has not been silent, it was late. A send restarts the window:
  /// whether it was allowed is for the rules to decide. Too many in a row to leave room for a
  /// window between them are not allowed.
  private func silence(
    of operation: OperationName?, for window: Duration
  ) async throws(StepFailure) -> Outcome {
    if sendsOnSyncOnly { for instance in awake { try await sync(instance) } }
    let names = operation.map(book.names)
    let count: @Sendable (RunState) -> Int = { live in
      guard let names else { return live.sendCount }
      return names.reduce(0) { $0 + (live.sends[$1]?.count ?? 0) }
    }
    let start = startWaiting()
    repeat {
      let before = count(recorder.live)
      let isDisturbed: @Sendable (RunState) -> Bool = { count($0) != before }
      // What threads lacked is added up, so that many of them seem to have had no processor at all. A
      // client that sleeps in the end had one.
      var starved: StepFailure?
      do throws(StepFailure) {
        let isBroken = try await wait(upTo: window, endsSettled: true) { left in
          await recorder.wait(within: left, until: isDisturbed)
        }
        if isBroken { continue }
      } catch {
        guard case .error(.machineStarved) = error, isAsleep != nil else { throw error }
        starved = error
      }
      let end = clock.now.advanced(by: window * Self.windowLimit)
      while isAsleep == false, !isSettled, clock.now < end, !Task.isCancelled {
        if await recorder.wait(within: Self.pollInterval, until: isDisturbed) { break }
      }
      if let starved, isAsleep != true, count(recorder.live) == before { throw starved }
      if count(recorder.live) == before { return Outcome(!Task.isCancelled) }
    } while hasRoom(for: window, since: start) && !Task.isCancelled
    return Outcome(false)
  }
}
