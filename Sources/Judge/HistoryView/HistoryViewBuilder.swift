// Owns: making a Reading of a history, entry by entry.

import AcceptanceModel

extension HistoryView {
  package init(_ history: History) {
    let history = history.withLateKeys
    var builder = HistoryViewBuilder(history)
    for entry in history.entries { builder.take(entry) }
    self = builder.finished()
  }
}

struct HistoryViewBuilder {
  private var view: HistoryView
  /// Where a send is: index of its operation (`nil`: of none) and index within.
  private var sendIndex: [RequestNumber: (operation: Int?, send: Int)] = [:]
  private var openRequests: Set<RequestNumber> = []
  /// Since when a connection has been free for a request: its beginning, then each request's end.
  private var freeSince: [ConnectionNumber: HistoryPosition] = [:]
  /// Connections on which no request has come yet.
  private var freshConnections: [ConnectionNumber: HistoryPosition] = [:]
  /// Requests that are no sends and have not been answered yet.
  private var strayKinds: [RequestNumber: StrayKind] = [:]
  /// The step that is being performed, from 0.
  private var step: Int?
  /// The send whose outcome came last.
  private var lastConcluded: (operation: Int?, send: Int)?
  /// What may set off a send of any operation, since that operation's last send.
  private var causes: [(position: HistoryPosition, trigger: ObservedSend.Trigger)] = []

  init(_ history: History) {
    view = HistoryView(terms: history.terms, entries: history.entries)
  }

  mutating func take(_ entry: HistoryEntry) {
    let position = HistoryPosition(entry)
    switch entry.observation {
    case .client(let observation): take(observation, position)
    case .server(let observation): take(observation, position)
    case .runner(let observation): take(observation, position)
    }
  }

  func finished() -> HistoryView {
    var view = view
    view.merged = OperationMerged.names(in: view)
    view.prematureEndings = view.findPrematureEndings()
    view.stalledOperations = view.findStandstills()
    return view
  }
}

// MARK: The client

extension HistoryViewBuilder {
  private mutating func take(_ observation: ClientObservation, _ position: HistoryPosition) {
    switch observation {
    case .launched(let number, let process):
      view.launches.append(ObservedLaunch(number: number, process: process, began: position))
      causes.append((position, .relaunch))
    case .greeted(let number, let outcome):
      changeLaunch(number) { $0.greeting = .init(position: position, outcome: outcome) }
    case .signalled(let number, let signal):
      changeLaunch(number) { $0.signals.append(.init(position: position, signal: signal)) }
    case .exited(let number, let exit):
      changeLaunch(number) { $0.end = .init(position: position, exit: exit) }
    case .submitted(let name, let launch, let like):
      causes.append((position, .tap))
      changeOperation(name, position, launch) { _ in }
      if let like { join(name, to: like) }
    case .acknowledged(let name, _, let task, _):
      changeOperation(name, position) { $0.fate = .acknowledged(position, task) }
    case .submitRefused(let name, _, let writes):
      changeOperation(name, position) { $0.fate = .refused(position, writes) }
    case .submitUnanswered(let name, _):
      changeOperation(name, position) { $0.fate = .unanswered(position) }
    case .synced:
      view.syncs.append(position)
      causes.append((position, .sync))
    case .retryAsked(let name, _):
      changeOperation(name, position) { $0.retries.append(position) }
      causes.append((position, .userRetry))
    case .damaged(let name, _):
      changeOperation(name, position) { $0.damaged = position }
    case .listed(let launch, let reports):
      for report in reports where report.state == .stopped {
        guard let name = report.operation else { continue }
        view.stoppedLooks[name, default: []].append(view.listings.count)
      }
      view.listings.append(TaskListSnapshot(position: position, launch: launch, reports: reports))
    case .unanswered, .abilityDenied, .contractBroken, .leftBehind, .secretSeen, .other:
      break
    }
  }

  private mutating func changeLaunch(
    _ number: LaunchNumber, _ change: (inout ObservedLaunch) -> Void
  ) {
    guard let index = view.launches.firstIndex(where: { $0.number == number }) else { return }
    change(&view.launches[index])
  }

  private mutating func changeOperation(
    _ name: OperationName, _ position: HistoryPosition, _ launch: LaunchNumber? = nil,
    _ change: (inout ObservedOperation) -> Void
  ) {
    let index = index(of: name, position, launch)
    change(&view.operations[index])
  }

  private mutating func index(
    of name: OperationName, _ position: HistoryPosition, _ launch: LaunchNumber? = nil
  ) -> Int {
    if let index = view.operationIndex[name] { return index }
    view.operations.append(
      ObservedOperation(name: name, submitted: position, launch: launch, step: step))
    view.operationIndex[name] = view.operations.count - 1
    return view.operations.count - 1
  }

  private mutating func join(_ name: OperationName, to like: OperationName) {
    guard let first = view.operationIndex[like] else { return }
    let group = view.operations[first].group + [name]
    for member in group {
      guard let index = view.operationIndex[member] else { continue }
      view.operations[index].group = group
    }
  }
}

// MARK: The server

extension HistoryViewBuilder {
  private mutating func take(_ observation: ServerObservation, _ position: HistoryPosition) {
    switch observation {
    case .arrived(let facts):
      arrive(facts, position)
    case .strayed(let request, _, let kind):
      view.strays.append(.init(position: position, kind: kind))
      strayKinds[request] = kind
    case .strayAnswered(let request, let status):
      guard let kind = strayKinds.removeValue(forKey: request), let place = lastConcluded else {
        break
      }
      changeSend(place) { $0.strayAnswer = (kind, status) }
    case .answerBroken(let request, let broken):
      if let place = sendIndex[request] { changeSend(place) { $0.broken = broken } }
    case .committed(let number, let request):
      commit(number, request, position)
    case .recordReplaced(let number, _):
      void(position) { $0.number == number }
    case .recordsLost:
      void(position) { _ in true }
    case .restarted:
      // A restart resets every connection, whether or not each was reported before it.
      for request in openRequests { conclude(request, .ended(.reset), position) }
    case .answered(let request, let answer):
      conclude(request, .answered(answer), position)
    case .ended(let request, let end):
      conclude(request, .ended(end), position)
    case .connected(let connection):
      freeSince[connection] = position
      freshConnections[connection] = position
    case .partial: view.connectionFailures.append(position)
    case .faultActed(index: _, nil, let connection):
      view.connectionFailures.append(position)
      view.droppedConnections.append(freshConnections[connection] ?? position)
    case .listening, .down, .up, .clockMoved, .foreign, .followedRedirect, .faultActed,
      .held, .released, .other:
      break
    }
  }

  private mutating func arrive(_ facts: SendFacts, _ position: HistoryPosition) {
    // A server that processes one request twice has still received one send.
    guard sendIndex[facts.request] == nil else { return }
    if let key = facts.key.key, view.keyOrdinals[key] == nil {
      view.keyOrdinals[key] = view.keyOrdinals.count + 1
    }
    let alive = view.launches.filter { $0.isAlive(at: position) }.map(\.number)
    let index = facts.attribution.operation.map { self.index(of: $0, position) }
    let last = index.flatMap { view.operations[$0].sends.last?.position }
    let cause = causes.last.flatMap { cause in
      (last.map { $0 < cause.position } ?? true) ? cause : nil
    }
    let send = ObservedSend(
      position: position, began: freeSince[facts.connection] ?? position,
      connected: freshConnections.removeValue(forKey: facts.connection), facts: facts,
      trigger: cause?.trigger ?? .ownAccord, alive: alive)
    openRequests.insert(facts.request)
    if let index {
      view.operations[index].sends.append(send)
      sendIndex[facts.request] = (index, view.operations[index].sends.count - 1)
    } else {
      view.unattributed.append(send)
      sendIndex[facts.request] = (nil, view.unattributed.count - 1)
    }
  }

  private mutating func conclude(
    _ request: RequestNumber, _ kind: ObservedSend.Outcome.Kind, _ position: HistoryPosition
  ) {
    let duty: ClientObligation =
      switch kind {
      case .answered(let answer): view.terms.answers.duty(for: answer)
      case .ended: .keep
      }
    guard let place = sendIndex[request] else {
      if case .answered(let answer) = kind, answer.delivery == .full {
        view.earlyAnswers.append((position, duty))
      }
      return
    }
    guard openRequests.remove(request) != nil else { return }
    // What was written to a process that is no more was never read.
    let isHeard = send(place).alive.contains { number in
      view.launch(number)?.isAlive(at: position) ?? false
    }
    let outcome = ObservedSend.Outcome(
      position: position, kind: kind, isHeard: isHeard, duty: isHeard ? duty : .keep)
    freeSince[send(place).facts.connection] = position
    changeSend(place) { $0.outcome = outcome }
    lastConcluded = place
  }

  private func send(_ place: (operation: Int?, send: Int)) -> ObservedSend {
    place.operation.map { view.operations[$0].sends[place.send] }
      ?? view.unattributed[place.send]
  }

  private mutating func changeSend(
    _ place: (operation: Int?, send: Int), _ change: (inout ObservedSend) -> Void
  ) {
    if let operation = place.operation {
      change(&view.operations[operation].sends[place.send])
    } else {
      change(&view.unattributed[place.send])
    }
  }

  private mutating func commit(
    _ number: RecordNumber, _ request: RequestNumber, _ position: HistoryPosition
  ) {
    guard let place = sendIndex[request] else { return }
    let record = RecordReading(
      number: number, request: request, position: position, key: send(place).facts.key.key)
    view.records.append(record)
    if let operation = place.operation { view.operations[operation].records.append(record) }
  }

  private mutating func void(_ position: HistoryPosition, where matches: (RecordReading) -> Bool) {
    for index in view.records.indices where matches(view.records[index]) {
      view.records[index].voided = view.records[index].voided ?? position
    }
    for operation in view.operations.indices {
      for index in view.operations[operation].records.indices
      where matches(view.operations[operation].records[index]) {
        view.operations[operation].records[index].voided =
          view.operations[operation].records[index].voided ?? position
      }
    }
  }
}

// MARK: The runner

extension HistoryViewBuilder {
  private mutating func take(_ observation: RunnerObservation, _ position: HistoryPosition) {
    switch observation {
    case .awaitFailed(let index, let awaited, let waited):
      view.failedWaits.append(
        .init(position: position, index: index, awaited: awaited, waited: waited))
    case .stepBegan(let index): step = index
    case .checkFailed, .stepsEnded, .other:
      break
    }
  }
}
