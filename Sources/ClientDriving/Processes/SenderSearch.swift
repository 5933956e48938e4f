// Owns: deciding whose process holds the peer's end of a connection to a scenario's server.
// Does not own: recognising the scenario's processes (OrphanSearch), reading tables (Platform).

import AcceptanceModel

/// The questions are answered from values, so that every case can be written down in a test.
struct SenderSearch {
  let entries: [ProcessEntry]
  /// The scenario's own processes, helpers and orphans included.
  let living: Set<Int32>
  /// Sessions that were started for other scenarios.
  let otherSessions: Set<Int32>
  let runner: Int32
  /// When the scenario launched its first process; `nil`: it has launched none.
  let begin: ProcessTable.Instant?

  /// - Parameters:
  ///   - holds: Whether the process has the connection open.
  ///   - isContained: Whether it lives in a container, so that its parents say nothing.
  func sender(holds: (Int32) -> Bool, isContained: (Int32) -> Bool) -> RequestSender {
    let rows = Dictionary(entries.map { ($0.processID, $0) }, uniquingKeysWith: { $1 })
    let own = entries.filter { isOwn($0, rows) }
    if own.contains(where: { holds($0.processID) }) { return .client }
    let ownIDs = Set(own.map(\.processID))
    let others = entries.filter {
      !$0.isZombie && $0.processID != runner && !ownIDs.contains($0.processID)
    }
    guard let holder = others.first(where: { holds($0.processID) }),
      !isContained(holder.processID)
    else { return .foreign(.unidentified) }
    if otherSessions.contains(holder.session) { return .foreign(.otherScenario) }
    return .foreign(isUnrelated(holder, rows) ? .unrelatedProcess : .unidentified)
  }

  /// A process of the scenario, or one whose ancestors lead to one.
  private func isOwn(_ entry: ProcessEntry, _ rows: [Int32: ProcessEntry]) -> Bool {
    ancestry(of: entry, rows).contains { living.contains($0.processID) }
  }

  /// Whether it, or the process that started it, was there before the scenario's first launch, or is
  /// the runner's own ancestor. A service manager (process 1) starts processes for anybody, and what
  /// the runner itself has started may be a tool of the client's.
  private func isUnrelated(_ holder: ProcessEntry, _ rows: [Int32: ProcessEntry]) -> Bool {
    let line = ancestry(of: holder, rows)
    guard !line.contains(where: { $0.processID == runner }) else { return false }
    guard let begin else { return true }
    return line.contains { $0.processID != 1 && $0.start < begin }
  }

  /// The process itself and its ancestors, nearest first.
  private func ancestry(
    of entry: ProcessEntry, _ rows: [Int32: ProcessEntry]
  ) -> [ProcessEntry] {
    var line = [entry]
    while let last = line.last, let parent = rows[last.parent], line.count < 100,
      !line.contains(parent)
    {
      line.append(parent)
    }
    return line
  }
}

/// Whose requests come to one scenario's server.
package struct SenderIdentification: Sendable {
  private let folders: ScenarioFolders

  /// `nil` where this system has no means to find out.
  package init?(folders: ScenarioFolders) {
    guard SocketHolders.canTell else { return nil }
    self.folders = folders
  }

  /// Reads the process table: some milliseconds. Ask only for what carries neither marker nor key.
  package func sender(of connection: ConnectionPorts) -> RequestSender {
    guard let inode = SocketHolders.peer(of: connection) else { return .foreign(.gone) }
    // The table first, then the registry: whoever is in the table as a child has been entered.
    let entries = ProcessTable.entries()
    let view = ProcessRegistry.shared.view(ofHome: folders.home)
    let search = OrphanSearch(
      home: folders.home, root: LibC.resolvedPath(folders.root), view: view, runner: .current)
    let living = search.living(
      in: entries, environment: ProcessTable.environment(of:),
      workingFolder: ProcessTable.workingFolder(of:))
    let senders = SenderSearch(
      entries: entries, living: Set(living.map(\.entry.processID)),
      otherSessions: view.otherSessions, runner: LibC.processID, begin: view.scope?.begin)
    return senders.sender(
      holds: { SocketHolders.holds($0, inode) }, isContained: SocketHolders.isContained)
  }
}
