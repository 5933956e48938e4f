// Owns: what is written down of a client observation.

import AcceptanceModel

typealias RecordFields = [Field: EvidenceValue]

extension Redactor {
  func clientFields(
    _ seen: ClientObservation
  ) -> (EvidenceKind, RecordFields) {
    switch seen {
    case .launched(let launch, let process):
      return (.launched, [.launch: number(launch), .process: .file(fileWord(process.text))])
    case .greeted(let launch, let outcome):
      return (.greeted, greeting(outcome).merging([.launch: number(launch)]) { $1 })
    case .submitted(let operation, let launch, let like):
      var fields = subject(operation, launch)
      fields[.like] = like.map { .file(fileWord($0.text)) }
      return (.submitted, fields)
    case .acknowledged(let operation, let launch, let task, let key):
      let fields = subject(operation, launch).merging(keyFields(key)) { $1 }
      return (.acknowledged, fields.merging([.task: taskToken(task)]) { $1 })
    case .submitRefused(let operation, let launch, let writes):
      var fields = subject(operation, launch)
      if writes != .unknown { fields[.fileWrites] = .word(ProductWord(writes)) }
      return (.submitRefused, fields)
    case .submitUnanswered(let operation, let launch):
      return (.submitUnanswered, subject(operation, launch))
    case .synced(let launch): return (.synced, [.launch: number(launch)])
    case .retryAsked(let operation, let launch): return (.retryAsked, subject(operation, launch))
    case .damaged(let operation, let launch): return (.damaged, subject(operation, launch))
    case .listed(let launch, let tasks):
      return (.listed, [.launch: number(launch), .tasks: .list(tasks.map { .fields(task($0)) })])
    case .signalled, .exited, .unanswered, .abilityDenied, .contractBroken, .leftBehind,
      .secretSeen:
      return processFields(seen)
    }
  }

  private func processFields(
    _ seen: ClientObservation
  ) -> (EvidenceKind, RecordFields) {
    switch seen {
    case .signalled(let launch, let signal):
      var fields: RecordFields = [.launch: number(launch)]
      fields[.signal] = signal.map { .word(ProductWord($0)) }
      return (.signalled, fields)
    case .exited(let launch, .status(let status)):
      return (.exited, [.launch: number(launch), .exitStatus: .integer(Int(status))])
    case .exited(let launch, .signal(let signal)):
      return (.exited, [.launch: number(launch), .exitSignal: .integer(Int(signal))])
    case .unanswered(let launch, let command):
      return (.unanswered, [.launch: number(launch), .command: shown(command)])
    case .abilityDenied(let launch, let command):
      return (.abilityDenied, [.launch: number(launch), .command: shown(command)])
    case .contractBroken(let launch, let reason):
      let fields: RecordFields = [
        .launch: number(launch), .reason: .sentence(sentence(reason)),
      ]
      return (.contractBroken, fields)
    case .leftBehind(let count): return (.leftBehind, [.count: .integer(count)])
    case .secretSeen(let launch, let channel):
      return (.secretSeen, [.launch: number(launch), .channel: .word(ProductWord(channel))])
    case .launched, .greeted, .submitted, .acknowledged, .submitRefused, .submitUnanswered,
      .synced, .retryAsked, .damaged, .listed:
      preconditionFailure("clientFields answers this observation itself")
    }
  }

  // MARK: - Parts

  private func shown(_ command: String) -> EvidenceValue {
    ContractVerb(rawValue: command).map { .word(ProductWord($0)) }
      ?? .token(token("command", command.utf8))
  }

  private func subject(_ operation: OperationName, _ launch: LaunchNumber) -> RecordFields {
    [.operation: .file(fileWord(operation.text)), .launch: number(launch)]
  }

  private func number(_ launch: LaunchNumber) -> EvidenceValue { .integer(launch.number) }

  private func taskToken(_ task: TaskID) -> EvidenceValue { .token(token("task", task.text.utf8)) }

  /// The key's token; with it the key in clear, where its shape is declared safe.
  func keyFields(_ key: IdempotencyKey?) -> RecordFields {
    guard let key else { return [:] }
    var fields: RecordFields = [.key: .token(token("key", key.text.utf8))]
    fields[.keyClear] = clearKey(key.text).map { .clearKey($0) }
    return fields
  }

  private func task(_ report: TaskReport) -> RecordFields {
    var fields = keyFields(report.key)
    fields[.task] = taskToken(report.task)
    fields[.operation] = report.operation.map { .file(fileWord($0.text)) }
    fields[.state] = .word(ProductWord(report.state))
    fields[.hasDiagnosis] = .flag(report.hasDiagnosis)
    return fields
  }

  private func greeting(_ outcome: GreetingOutcome) -> RecordFields {
    switch outcome {
    case .busy: return [.outcome: .word("busy")]
    case .refused: return [.outcome: .word("refused")]
    case .ok(let can, let limits):
      let abilities: [EvidenceValue] = can.map { name in
        ClientAbility(rawValue: name).map { .word(ProductWord($0)) }
          ?? .token(token("ability", name.utf8))
      }
      let declared: [Field: EvidenceValue?] = [
        .retryCapMs: limits.retryCap.map { .time($0) },
        .responseTimeoutMs: limits.responseTimeout.map { .time($0) },
        .leaseMs: limits.lease.map { .time($0) },
        .maxSendsPerSecond: limits.maxSendsPerSecond.map { .integer($0) },
        .quitMs: limits.quit.map { .time($0) },
        .retries: limits.retries.map { .word(ProductWord($0)) },
        .answerWithinMs: limits.answerWithin.map { .time($0) },
      ]
      return [
        .outcome: .word("ok"), .can: .list(abilities),
        .limits: .fields(declared.compactMapValues { $0 }),
      ]
    }
  }
}
