// Owns: what the guard knows of the run, and whom it must end once the runner is gone.
// Does not own: reading, killing and removing (RunReaperProcess).

struct GuardLedger {
  /// A session leader as it was when the runner reported it; `start` is `nil` where it had ended.
  private struct Leader {
    let start: ProcessTable.Instant?
  }

  /// The run's folder while it is the guard's to remove.
  private(set) var folder: String?
  private(set) var isOver = false
  /// The user wants the runner to be stopped.
  private(set) var isPaused = false
  private var keepsFolder = false
  private var leaders: [Int32: Leader] = [:]

  /// What is removed in the end; `nil`: nothing.
  var removableFolder: String? { keepsFolder ? nil : folder }

  mutating func handle(
    _ message: GuardMessage, startOf: (Int32) -> ProcessTable.Instant?
  ) {
    switch message {
    case .folder(let path): folder = RunReaper.isRemovable(path) ? path : nil
    case .spawned(let process): leaders[process] = Leader(start: startOf(process))
    case .gone(let process): leaders[process] = nil
    case .keepFolder: keepsFolder = true
    case .pausing: isPaused = true
    case .resumed: isPaused = false
    case .over: isOver = true
    }
  }

  /// Whether the runner, as it is in the process table now, was stopped by a process that
  /// should not have: most likely a client, and no other process would continue it.
  func mustContinue(_ runner: ProcessEntry?) -> Bool { runner?.isStopped == true && !isPaused }

  func victims(
    in entries: [ProcessEntry], guardProcess: Int32, environment: (Int32) -> [String]
  ) -> [ProcessEntry] {
    let present = Dictionary(entries.map { ($0.processID, $0) }, uniquingKeysWith: { $1 })
    return entries.filter { entry in
      guard !entry.isZombie, entry.processID != guardProcess else { return false }
      if let leader = leaders[entry.session] {
        // Another process that came to lead a session of that number is not the run's.
        let present = present[entry.session]
        if present == nil || present?.start == leader.start { return true }
      }
      guard let folder else { return false }
      return environment(entry.processID).contains { $0.hasPrefix("ACCEPTANCE_HOME=\(folder)/") }
    }
  }
}
