// Owns: waiting for what a step awaits, as long as the client's own limits allow and no longer,
// and looking whether a check holds.

import AcceptanceModel
import ClientDriving
import StrictJSON

extension ScenarioRun {
  /// How long a look at the client's list stays good where nothing has happened since.
  private static let glance: Duration = .milliseconds(50)
  /// How often a client that retries on sync only is synced while a step waits.
  private static let syncInterval: Duration = .milliseconds(250)

  func wait(for awaited: Awaited, index: Int) async throws(StepsOver) {
    let clock = ContinuousClock()
    let start = clock.now
    guard try await !isFulfilled(awaited) else { return }
    guard !Task.isCancelled else { throw .judged }
    recorder.append(
      .runner(.awaitFailed(index: index, awaited, waited: start.duration(to: clock.now))))
    throw .judged
  }

  private func isFulfilled(_ awaited: Awaited) async throws(StepsOver) -> Bool {
    switch awaited {
    case .send(let operation, let number):
      let names = book.names(operation)
      return try await wait { live in names.allSatisfy { live.hasSend($0, number: number) } }
    case .recorded(let operation):
      let names = book.names(operation)
      return try await wait { live in names.allSatisfy { live.records[$0, default: 0] > 0 } }
    case .state(let operation, let state):
      let names = book.names(operation)
      return try await glanceUntil { reports in
        names.allSatisfy { Self.isListed($0, in: reports, as: state) }
      }
    case .idle:
      return try await glanceUntil { reports in
        !reports.contains { $0.state == .pending || $0.state == .sending }
      }
    case .silence(let operation, let longerThanLease):
      return try await isSilent(
        operation, for: longerThanLease ? limits.leaseWindow : limits.silenceWindow)
    case .exit(let process):
      guard let member = crew[process] else { return true }
      if limits.retries == .onSync { try await sync(member) }
      return await recorder.wait(within: limits.sendDeadline) {
        !$0.running.contains(member.launch)
      }
    }
  }

  /// Waits for something that the server will see. A new record starts the limit anew: a burst
  /// may take as long as it makes progress, and it can make only so much.
  private func wait(
    until isSatisfied: @escaping @Sendable (LiveReading) -> Bool
  ) async throws(StepsOver) -> Bool {
    let clock = ContinuousClock()
    var deadline = clock.now.advanced(by: limits.sendDeadline)
    var recordCount = recorder.live.recordCount
    while clock.now < deadline, !Task.isCancelled {
      if limits.retries == .onSync { for member in awake { try await sync(member) } }
      let seen = recordCount
      let patience =
        limits.retries == .onSync ? Self.syncInterval : clock.now.duration(to: deadline)
      _ = await recorder.wait(within: patience) { live in
        isSatisfied(live) || live.recordCount != seen || live.running.isEmpty
      }
      let live = recorder.live
      if isSatisfied(live) { return true }
      // Nobody is left who could send.
      if live.running.isEmpty { return false }
      if live.recordCount != recordCount {
        recordCount = live.recordCount
        deadline = clock.now.advanced(by: limits.sendDeadline)
      }
    }
    return false
  }

  /// Looks at the list of every running process until it is as wanted. Looks again whenever the
  /// server has seen something, and after a glance's time where it has not.
  private func glanceUntil(
    _ isWanted: ([TaskReport]) -> Bool
  ) async throws(StepsOver) -> Bool {
    let clock = ContinuousClock()
    var deadline = clock.now.advanced(by: limits.sendDeadline)
    var recordCount = recorder.live.recordCount
    var lastSync: ContinuousClock.Instant?
    while !Task.isCancelled {
      let seen = recorder.live.serverObservationCount
      guard let reports = try await listAll() else { return false }
      if isWanted(reports) { return true }
      if clock.now >= deadline { return false }
      if limits.retries == .onSync,
        lastSync.map({ $0.duration(to: clock.now) >= Self.syncInterval }) ?? true
      {
        for member in awake { try await sync(member) }
        lastSync = clock.now
      }
      _ = await recorder.wait(within: Self.glance) { $0.serverObservationCount != seen }
      let records = recorder.live.recordCount
      if records != recordCount {
        recordCount = records
        deadline = clock.now.advanced(by: limits.sendDeadline)
      }
    }
    return false
  }

  /// The processes that can be spoken to: those that the runner has not stopped.
  private var awake: [Member] {
    let stopped = recorder.live.stopped
    return crew.values.filter { !stopped.contains($0.launch) }
  }

  /// The lists of all awake processes, one after the other; `nil` where none is running.
  private func listAll() async throws(StepsOver) -> [TaskReport]? {
    var all: [TaskReport]?
    for member in awake {
      if let reports = try await list(member) { all = (all ?? []) + reports }
    }
    return all
  }

  private static func isListed(
    _ operation: OperationName, in reports: [TaskReport], as state: TaskState
  ) -> Bool {
    let own = reports.filter { $0.operation == operation }
    return own.isEmpty ? state == .done : own.allSatisfy { $0.state == state }
  }

  private func isSilent(
    _ operation: OperationName?, for window: Duration
  ) async throws(StepsOver) -> Bool {
    if limits.retries == .onSync { for member in awake { try await sync(member) } }
    let names = operation.map(book.names)
    let count: @Sendable (LiveReading) -> Int = { live in
      guard let names else { return live.sendCount }
      return names.reduce(0) { $0 + (live.sends[$1]?.count ?? 0) }
    }
    let before = count(recorder.live)
    let wasBroken = await recorder.wait(within: window) { count($0) != before }
    return !wasBroken && !Task.isCancelled
  }

  func holds(_ check: Check) async throws(StepsOver) -> Bool {
    let live = recorder.live
    switch check {
    case .kept(let operation):
      let reports = try await listAll() ?? []
      let answered = recorder.live
      return book.names(operation).allSatisfy { name in
        reports.contains {
          $0.operation == name && [.pending, .sending, .paused].contains($0.state)
        } || answered.hasSuccess(name, under: table.answers)
      }
    case .state(let operation, let state):
      guard let reports = try await listAll() else { return false }
      return book.names(operation).allSatisfy { Self.isListed($0, in: reports, as: state) }
    case .records(nil, let count): return live.recordCount == count
    case .records(let operation?, let count):
      return book.names(operation).reduce(0) { $0 + live.records[$1, default: 0] } == count
    case .sends(let operation, let least, let most):
      let count =
        operation.map { book.names($0).reduce(0) { $0 + (live.sends[$1]?.count ?? 0) } }
        ?? live.sendCount
      return count >= least && count <= most ?? Int.max
    case .answer(let operation, let number, let status, let fields):
      guard let answer = live.send(operation, number: number).flatMap({ live.answers[$0] }) else {
        return false
      }
      return answer.status == status
        && fields.allSatisfy { answer.numbers[$0.name] == $0.value.intValue }
    case .inFlight(let most): return live.mostInFlight <= most
    }
  }
}
