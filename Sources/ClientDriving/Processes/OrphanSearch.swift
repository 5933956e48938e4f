// Owns: deciding which rows of the process table belong to a scenario.
// Does not own: reading the table (ProcessTable) or ending anything (OrphanProcesses).

/// The questions are answered from values, so that every case can be written down in a test.
struct OrphanSearch {
  /// How a process was recognised.
  enum Trace: Equatable {
    /// It is of a session that was started for the scenario.
    case session
    /// It was started with the scenario's home in its environment. Darwin hides that of the system's own
    /// programs, so there they have the other traces only.
    case environment
    /// It works in the scenario's folders.
    case workingFolder
    /// An orphan that came to the runner, and no other scenario was open when it started.
    case orphan
    /// The same, but others were open then and have been closed since.
    case orphanOfSome
  }

  /// The scenario's home, spelled as in its clients' environment.
  let home: String
  /// The scenario's own folder without links and repeated slashes, as the system spells it.
  let root: String
  let view: RegistryView
  let runner: Runner

  struct Runner: Equatable {
    let processID: Int32
    let session: Int32

    static var current: Runner {
      Runner(processID: LibC.processID, session: LibC.sessionID)
    }
  }

  /// Living processes of the scenario. `environment` and `workingFolder` are asked only for rows
  /// that started since the scenario did.
  func living(
    in entries: [ProcessEntry], environment: (Int32) -> [String],
    workingFolder: (Int32) -> String?
  ) -> [(entry: ProcessEntry, trace: Trace)] {
    let leaders = Dictionary(entries.map { ($0.processID, $0) }, uniquingKeysWith: { $1 })
    return entries.compactMap { entry in
      trace(
        of: entry, leader: { leaders[$0] }, environment: environment, workingFolder: workingFolder
      ).map { (entry, $0) }
    }
  }

  /// - Parameter leader: The row of the process that has that number.
  func trace(
    of entry: ProcessEntry, leader: (Int32) -> ProcessEntry?, environment: (Int32) -> [String],
    workingFolder: (Int32) -> String?
  ) -> Trace? {
    guard !entry.isZombie, entry.processID != runner.processID,
      !view.otherSessions.contains(entry.session)
    else { return nil }
    if isOfOurSession(entry, hasLeader: leader(entry.session) != nil) { return .session }
    guard let scope = view.scope, entry.start >= scope.begin,
      !view.livingChildren.contains(entry.processID)
    else { return nil }
    if environment(entry.processID).contains("ACCEPTANCE_HOME=\(home)") { return .environment }
    if !entry.hasTerminal, let folder = workingFolder(entry.processID), isInside(folder) {
      return .workingFolder
    }
    return orphanTrace(entry)
  }

  /// Ended orphans that only this process can reap, and whose reaping takes nothing from others.
  func reapable(in entries: [ProcessEntry]) -> [Int32] {
    guard view.adoptsOrphans else { return [] }
    return entries.filter { entry in
      entry.isZombie && isOrphan(entry) && !view.otherSessions.contains(entry.session)
    }.map(\.processID)
  }

  private func isOfOurSession(_ entry: ProcessEntry, hasLeader: Bool) -> Bool {
    guard view.sessions.contains(entry.session) else { return false }
    // Somebody else can only be in a session of that number by leading it after our leader was
    // reaped, or by descending from such a leader.
    return !hasLeader || view.livingChildren.contains(entry.session)
  }

  private func isInside(_ folder: String) -> Bool {
    folder == root || folder.hasPrefix(root + "/")
  }

  /// Descendants of clients can never be in the runner's own session, and children that the
  /// runner started itself have been entered.
  private func isOrphan(_ entry: ProcessEntry) -> Bool {
    entry.parent == runner.processID && entry.session != runner.session
      && !view.livingChildren.contains(entry.processID)
  }

  private func orphanTrace(_ entry: ProcessEntry) -> Trace? {
    guard view.adoptsOrphans, isOrphan(entry) else { return nil }
    let others = view.otherScopes.filter { other in
      other.begin <= entry.start && other.end.map { $0 >= entry.start } ?? true
    }
    if others.isEmpty { return .orphan }
    return others.allSatisfy { $0.end != nil } ? .orphanOfSome : nil
  }
}
