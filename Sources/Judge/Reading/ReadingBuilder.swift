// Owns: making a Reading of a history, entry by entry.

import AcceptanceModel

extension Reading {
  package init(_ history: History) {
    let history = history.withLateKeys
    var builder = ReadingBuilder(history)
    for entry in history.entries { builder.take(entry) }
    self = builder.finished()
  }
}

struct ReadingBuilder {
  private var reading: Reading
  /// Where a send stands: index of its operation (`nil`: of none) and index within.
  private var sendIndex: [RequestNumber: (operation: Int?, send: Int)] = [:]
  private var openRequests: Set<RequestNumber> = []
  /// Since when a connection has been free for a request: its beginning, then each request's end.
  private var freeSince: [ConnectionNumber: Moment] = [:]
  /// Connections on which no request has come yet.
  private var freshConnections: [ConnectionNumber: Moment] = [:]
  /// Requests that are no sends and have not been answered yet.
  private var strayKinds: [RequestNumber: StrayKind] = [:]
  /// The step that is being performed, from 0.
  private var step: Int?
  /// The send whose outcome came last.
  private var lastConcluded: (operation: Int?, send: Int)?
  /// What may set off a send of any operation, since that operation's last send.
  private var causes: [(moment: Moment, trigger: SendReading.Trigger)] = []

  init(_ history: History) {
    reading = Reading(terms: history.terms, entries: history.entries)
  }

  mutating func take(_ entry: HistoryEntry) {
    let moment = Moment(entry)
    switch entry.observation {
    case .client(let observation): take(observation, moment)
    case .server(let observation): take(observation, moment)
    case .runner(let observation): take(observation, moment)
    }
  }

  func finished() -> Reading {
    var reading = reading
    reading.merged = OperationMerged.names(in: reading)
    reading.prematureEndings = reading.findPrematureEndings()
    reading.standstills = reading.findStandstills()
    return reading
  }
}

// MARK: The client

extension ReadingBuilder {
  private mutating func take(_ observation: ClientObservation, _ moment: Moment) {
    switch observation {
    case .launched(let number, let process):
      reading.launches.append(LaunchReading(number: number, process: process, began: moment))
      causes.append((moment, .relaunch))
    case .greeted(let number, let outcome):
      changeLaunch(number) { $0.greeting = .init(moment: moment, outcome: outcome) }
    case .signalled(let number, let signal):
      changeLaunch(number) { $0.signals.append(.init(moment: moment, signal: signal)) }
    case .exited(let number, let exit):
      changeLaunch(number) { $0.end = .init(moment: moment, exit: exit) }
    case .submitted(let name, let launch, let like):
      causes.append((moment, .tap))
      changeOperation(name, moment, launch) { _ in }
      if let like { join(name, to: like) }
    case .acknowledged(let name, _, let task, _):
      changeOperation(name, moment) { $0.fate = .acknowledged(moment, task) }
    case .submitRefused(let name, _, let writes):
      changeOperation(name, moment) { $0.fate = .refused(moment, writes) }
    case .submitUnanswered(let name, _):
      changeOperation(name, moment) { $0.fate = .unanswered(moment) }
    case .synced:
      reading.syncs.append(moment)
      causes.append((moment, .sync))
    case .retryAsked(let name, _):
      changeOperation(name, moment) { $0.retries.append(moment) }
      causes.append((moment, .userRetry))
    case .damaged(let name, _):
      changeOperation(name, moment) { $0.damaged = moment }
    case .listed(let launch, let reports):
      for report in reports where report.state == .stopped {
        guard let name = report.operation else { continue }
        reading.stoppedLooks[name, default: []].append(reading.listings.count)
      }
      reading.listings.append(ListingReading(moment: moment, launch: launch, reports: reports))
    case .unanswered, .abilityDenied, .contractBroken, .leftBehind, .secretSeen, .other:
      break
    }
  }

  private mutating func changeLaunch(
    _ number: LaunchNumber, _ change: (inout LaunchReading) -> Void
  ) {
    guard let index = reading.launches.firstIndex(where: { $0.number == number }) else { return }
    change(&reading.launches[index])
  }

  private mutating func changeOperation(
    _ name: OperationName, _ moment: Moment, _ launch: LaunchNumber? = nil,
    _ change: (inout OperationReading) -> Void
  ) {
    let index = index(of: name, moment, launch)
    change(&reading.operations[index])
  }

  private mutating func index(
    of name: OperationName, _ moment: Moment, _ launch: LaunchNumber? = nil
  ) -> Int {
    if let index = reading.operationIndex[name] { return index }
    reading.operations.append(
      OperationReading(name: name, submitted: moment, launch: launch, step: step))
    reading.operationIndex[name] = reading.operations.count - 1
    return reading.operations.count - 1
  }

  private mutating func join(_ name: OperationName, to like: OperationName) {
    guard let first = reading.operationIndex[like] else { return }
    let group = reading.operations[first].group + [name]
    for member in group {
      guard let index = reading.operationIndex[member] else { continue }
      reading.operations[index].group = group
    }
  }
}

// MARK: The server

extension ReadingBuilder {
  private mutating func take(_ observation: ServerObservation, _ moment: Moment) {
    switch observation {
    case .arrived(let facts):
      arrive(facts, moment)
    case .strayed(let request, _, let kind):
      reading.strays.append(.init(moment: moment, kind: kind))
      strayKinds[request] = kind
    case .strayAnswered(let request, let status):
      guard let kind = strayKinds.removeValue(forKey: request), let place = lastConcluded else {
        break
      }
      changeSend(place) { $0.strayAnswer = (kind, status) }
    case .answerBroken(let request, let broken):
      if let place = sendIndex[request] { changeSend(place) { $0.broken = broken } }
    case .committed(let number, let request):
      commit(number, request, moment)
    case .recordReplaced(let number, _):
      void(moment) { $0.number == number }
    case .recordsLost:
      void(moment) { _ in true }
    case .restarted:
      // A restart resets every connection, whether or not each was reported before it.
      for request in openRequests { conclude(request, .ended(.reset), moment) }
    case .answered(let request, let answer):
      conclude(request, .answered(answer), moment)
    case .ended(let request, let end):
      conclude(request, .ended(end), moment)
    case .connected(let connection):
      freeSince[connection] = moment
      freshConnections[connection] = moment
    case .partial: reading.connectionFailures.append(moment)
    case .faultActed(index: _, nil, let connection):
      reading.connectionFailures.append(moment)
      reading.droppedConnections.append(freshConnections[connection] ?? moment)
    case .listening, .down, .up, .clockMoved, .foreign, .followedRedirect, .faultActed,
      .held, .released, .other:
      break
    }
  }

  private mutating func arrive(_ facts: SendFacts, _ moment: Moment) {
    // A server that processes one request twice has still received one send.
    guard sendIndex[facts.request] == nil else { return }
    if let key = facts.key.key, reading.keyOrdinals[key] == nil {
      reading.keyOrdinals[key] = reading.keyOrdinals.count + 1
    }
    let alive = reading.launches.filter { $0.isAlive(at: moment) }.map(\.number)
    let index = facts.attribution.operation.map { self.index(of: $0, moment) }
    let last = index.flatMap { reading.operations[$0].sends.last?.moment }
    let cause = causes.last.flatMap { cause in
      (last.map { $0 < cause.moment } ?? true) ? cause : nil
    }
    let send = SendReading(
      moment: moment, began: freeSince[facts.connection] ?? moment,
      connected: freshConnections.removeValue(forKey: facts.connection), facts: facts,
      trigger: cause?.trigger ?? .ownAccord, alive: alive)
    openRequests.insert(facts.request)
    if let index {
      reading.operations[index].sends.append(send)
      sendIndex[facts.request] = (index, reading.operations[index].sends.count - 1)
    } else {
      reading.unattributed.append(send)
      sendIndex[facts.request] = (nil, reading.unattributed.count - 1)
    }
  }

  private mutating func conclude(
    _ request: RequestNumber, _ kind: SendReading.Outcome.Kind, _ moment: Moment
  ) {
    let duty: Duty =
      switch kind {
      case .answered(let answer): reading.terms.answers.duty(for: answer)
      case .ended: .keep
      }
    guard let place = sendIndex[request] else {
      if case .answered(let answer) = kind, answer.delivery == .full {
        reading.earlyAnswers.append((moment, duty))
      }
      return
    }
    guard openRequests.remove(request) != nil else { return }
    // What was written to a process that is no more was never read.
    let isHeard = send(place).alive.contains { number in
      reading.launch(number)?.isAlive(at: moment) ?? false
    }
    let outcome = SendReading.Outcome(
      moment: moment, kind: kind, isHeard: isHeard, duty: isHeard ? duty : .keep)
    freeSince[send(place).facts.connection] = moment
    changeSend(place) { $0.outcome = outcome }
    lastConcluded = place
  }

  private func send(_ place: (operation: Int?, send: Int)) -> SendReading {
    place.operation.map { reading.operations[$0].sends[place.send] }
      ?? reading.unattributed[place.send]
  }

  private mutating func changeSend(
    _ place: (operation: Int?, send: Int), _ change: (inout SendReading) -> Void
  ) {
    if let operation = place.operation {
      change(&reading.operations[operation].sends[place.send])
    } else {
      change(&reading.unattributed[place.send])
    }
  }

  private mutating func commit(
    _ number: RecordNumber, _ request: RequestNumber, _ moment: Moment
  ) {
    guard let place = sendIndex[request] else { return }
    let record = RecordReading(
      number: number, request: request, moment: moment, key: send(place).facts.key.key)
    reading.records.append(record)
    if let operation = place.operation { reading.operations[operation].records.append(record) }
  }

  private mutating func void(_ moment: Moment, where matches: (RecordReading) -> Bool) {
    for index in reading.records.indices where matches(reading.records[index]) {
      reading.records[index].voided = reading.records[index].voided ?? moment
    }
    for operation in reading.operations.indices {
      for index in reading.operations[operation].records.indices
      where matches(reading.operations[operation].records[index]) {
        reading.operations[operation].records[index].voided =
          reading.operations[operation].records[index].voided ?? moment
      }
    }
  }
}

// MARK: The runner

extension ReadingBuilder {
  private mutating func take(_ observation: RunnerObservation, _ moment: Moment) {
    switch observation {
    case .awaitFailed(let index, let awaited, let waited):
      reading.failedWaits.append(
        .init(moment: moment, index: index, awaited: awaited, waited: waited))
    case .stepBegan(let index): step = index
    case .checkFailed, .stepsEnded, .other:
      break
    }
  }
}
