// The judge's enum → the payloads. The way back is each payload's `observation`.

extension Observation {
  package var payload: any ObservationPayload {
    switch self {
    case .client(let seen): seen.payload
    case .server(let seen): seen.payload
    case .runner(let seen): seen.payload
    }
  }
}

extension ClientObservation {
  fileprivate var payload: any ObservationPayload {
    switch self {
    case .launched(let launch, let process): Observed.Launched(launch: launch, process: process)
    case .greeted(let launch, let outcome): Observed.Greeted(launch: launch, outcome: outcome)
    case .submitted(let operation, let launch, let like):
      Observed.Submitted(launch: launch, operation: operation, like: like)
    case .acknowledged(let operation, let launch, let task, let key):
      Observed.Acknowledged(launch: launch, operation: operation, task: task, key: key)
    case .submitRefused(let operation, let launch, let writes):
      Observed.SubmitRefused(launch: launch, operation: operation, fileWrites: writes)
    case .submitUnanswered(let operation, let launch):
      Observed.SubmitUnanswered(launch: launch, operation: operation)
    case .synced(let launch): Observed.Synced(launch: launch)
    case .retryAsked(let operation, let launch):
      Observed.RetryAsked(launch: launch, operation: operation)
    case .damaged(let operation, let launch):
      Observed.Damaged(launch: launch, operation: operation)
    case .listed(let launch, let tasks): Observed.Listed(launch: launch, tasks: tasks)
    case .signalled(let launch, let signal): Observed.Signalled(launch: launch, signal: signal)
    case .exited(let launch, let exit): Observed.Exited(launch: launch, exit: exit)
    case .unanswered(let launch, let command):
      Observed.Unanswered(launch: launch, command: command)
    case .abilityDenied(let launch, let command):
      Observed.AbilityDenied(launch: launch, command: command)
    case .contractBroken(let launch, let reason):
      Observed.ContractBroken(launch: launch, reason: reason)
    case .leftBehind(let count): Observed.LeftBehind(count: count)
    case .secretSeen(let launch, let channel):
      Observed.SecretSeen(launch: launch, channel: channel)
    case .other(let other): other.payload
    }
  }
}

extension ServerObservation {
  fileprivate var payload: any ObservationPayload {
    switch self {
    case .listening: Observed.Listening()
    case .down: Observed.ServerDown()
    case .up: Observed.ServerUp()
    case .restarted(let records): Observed.ServerRestarted(records: records)
    case .connected(let connection): Observed.Connected(connection: connection)
    case .arrived(let send): Observed.Arrived(send: send)
    case .partial(let request, let connection, let bodyBytes):
      Observed.Partial(request: request, connection: connection, bodyBytes: bodyBytes)
    case .strayed(let request, let connection, let reason):
      Observed.Strayed(request: request, connection: connection, reason: reason)
    case .foreign(let request, let connection, let sender):
      Observed.Foreign(request: request, connection: connection, sender: sender)
    case .followedRedirect(let request, let connection, let redirectedData):
      Observed.FollowedRedirect(
        request: request, connection: connection, redirectedData: redirectedData)
    case .committed(let record, let request): Observed.Committed(request: request, record: record)
    case .recordReplaced(let record, let request):
      Observed.RecordReplaced(request: request, record: record)
    case .recordsLost: Observed.RecordsLost()
    case .clockMoved(let duration): Observed.ClockMoved(duration: duration)
    case .faultActed(let index, let request, let connection):
      Observed.FaultActed(index: index, connection: connection, request: request)
    case .held(let request): Observed.Held(request: request)
    case .released(let request): Observed.Released(request: request)
    case .answered(let request, let answer): Observed.Answered(request: request, answer: answer)
    case .answerBroken(let request, let answer):
      Observed.AnswerBroken(request: request, answer: answer)
    case .strayAnswered(let request, let status):
      Observed.StrayAnswered(request: request, status: status)
    case .ended(let request, let end): Observed.Ended(request: request, end: end)
    case .other(let other): other.payload
    }
  }
}

extension RunnerObservation {
  fileprivate var payload: any ObservationPayload {
    switch self {
    case .stepBegan(let index): Observed.StepBegan(index: index)
    case .awaitFailed(let index, let awaited, let waited):
      Observed.AwaitFailed(index: index, awaited: awaited, waited: waited)
    case .checkFailed(let index, let check): Observed.CheckFailed(index: index, check: check)
    case .stepsEnded: Observed.StepsEnded()
    case .other(let other): other.payload
    }
  }
}
