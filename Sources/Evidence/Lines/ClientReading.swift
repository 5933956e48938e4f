// Owns: the inverse of ClientRecords.

import AcceptanceModel

extension FactReader {
  func operationSeen(_ kind: EvidenceKind) throws(EvidenceError) -> ClientObservation {
    let launch = try launch()
    switch kind {
    case .launched: return .launched(launch, ProcessName(try text(.process)))
    case .greeted: return .greeted(launch, try greeting())
    case .submitted: return .submitted(try operation(), launch, like: try optionalOperation(.like))
    case .acknowledged:
      return .acknowledged(try operation(), launch, TaskID(try token(.task).hex), try key())
    case .submitRefused:
      return .submitRefused(
        try operation(), launch, has(.fileWrites) ? try word(.fileWrites) : .unknown)
    case .submitUnanswered: return .submitUnanswered(try operation(), launch)
    case .synced: return .synced(launch)
    case .retryAsked: return .retryAsked(try operation(), launch)
    case .damaged: return .damaged(try operation(), launch)
    case .listed:
      var tasks: [TaskReport] = []
      for task in try list(.tasks) { tasks.append(try task.task()) }
      return .listed(launch, tasks)
    default: throw wrong(.kind, "an observation of an operation")
    }
  }

  func processSeen(_ kind: EvidenceKind) throws(EvidenceError) -> ClientObservation {
    switch kind {
    case .signalled: .signalled(try launch(), has(.signal) ? try word(.signal) : nil)
    case .exited: .exited(try launch(), try exit())
    case .unanswered: .unanswered(try launch(), command: try text(.command))
    case .abilityDenied: .abilityDenied(try launch(), command: try text(.command))
    case .contractBroken: .contractBroken(try launch(), reason: "\(table: try text(.reason))")
    case .leftBehind: .leftBehind(count: try integer(.count))
    case .secretSeen: .secretSeen(try launch(), try word(.channel))
    default: throw wrong(.kind, "an observation of a process")
    }
  }

  private func exit() throws(EvidenceError) -> ProcessExit {
    let field: Field = has(.exitStatus) ? .exitStatus : .exitSignal
    guard let number = Int32(exactly: try integer(field)) else { throw wrong(field, "32 bits") }
    return field == .exitStatus ? .status(number) : .signal(number)
  }

  private func greeting() throws(EvidenceError) -> GreetingOutcome {
    switch try text(.outcome) {
    case "busy": return .busy
    case "refused": return .refused
    case "ok":
      var can: [String] = []
      for ability in try list(.can) {
        guard let name = ability.value.stringValue else { throw wrong(.can, "abilities by name") }
        can.append(name)
      }
      return .ok(can: can, try nested(.limits).declaredLimits())
    default: throw wrong(.outcome, "ok, busy or refused")
    }
  }

  private func task() throws(EvidenceError) -> TaskReport {
    TaskReport(
      task: TaskID(try token(.task).hex), operation: try optionalOperation(), key: try key(),
      state: try word(.state), hasDiagnosis: try flag(.hasDiagnosis))
  }
}
