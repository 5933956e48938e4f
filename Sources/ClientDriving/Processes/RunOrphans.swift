import CProcess

/// What was left of all scenarios' processes once the last scenario had ended.
package struct RunOrphans: Sendable, Hashable {
  /// Killed now: each scenario's own end had missed them.
  package internal(set) var killedCount = 0
  /// Killed at a scenario's end, though another one could have been their origin.
  package internal(set) var unattributedCount = 0
  /// Process ids of those that could not be killed.
  package internal(set) var alive: [Int32] = []

  /// What a run has to say of them; empty where there were none.
  package var sentences: [String] {
    var sentences: [String] = []
    if killedCount + unattributedCount > 0 {
      let count = killedCount + unattributedCount
      sentences.append(
        "\(count) process\(count == 1 ? "" : "es") that a client had started in the background "
          + "outlived it and \(count == 1 ? "was" : "were") killed; which scenario's client is "
          + "unknown: run fewer scenarios at the same time (--jobs 1) to find out")
    }
    if !alive.isEmpty {
      sentences.append(
        "processes that clients had started are still alive and could not be killed: "
          + alive.map { "\($0)" }.joined(separator: ", "))
    }
    return sentences
  }

  /// Ends whatever is left of a run. Nothing may be launched meanwhile.
  ///
  /// - Parameter folder: The run's temporary folder, spelled as in its clients' environment.
  package static func end(folder: String) async -> RunOrphans {
    await OrphanProcesses.onOwnQueue { sweep(folder: folder) }
  }

  /// Looks in a row that must find nothing.
  private static let quietLooks = 3
  private static let quietPause = Duration.milliseconds(20)

  private static func sweep(folder: String) -> RunOrphans {
    var orphans = RunOrphans()
    orphans.unattributedCount = ProcessRegistry.shared.takeUnattributed()
    let deadline = ContinuousClock.now + OrphanProcesses.killLimit
    var counted: Set<ProcessEntry.Identity> = []
    var quiet = 0
    while quiet < quietLooks, ContinuousClock.now < deadline,
      let search = RunSearch(folder: folder)
    {
      let endedCount = search.reap()
      let found = search.stopAll(until: deadline)
      for handle in found where ProcessHandle.isAlive(handle.entry) {
        handle.signal(LibC.kill)
        if counted.insert(handle.entry.identity).inserted { orphans.killedCount += 1 }
      }
      let alive = ProcessHandle.waitUntilGone(
        found, within: ContinuousClock.now.duration(to: deadline))
      orphans.alive = alive.map { $0.entry.processID }
      // Where nothing was reparented to the runner and nothing is found, one look is enough.
      if endedCount == 0, found.isEmpty, counted.isEmpty, search.reap() == 0 { break }
      quiet = endedCount == 0 && found.isEmpty ? quiet + 1 : 0
      if found.isEmpty { LibC.sleep(quietPause) }
    }
    orphans.killedCount -= orphans.alive.count
    return orphans
  }
}

/// Decides which rows of the process table belong to a run whose scenarios have all ended.
struct RunSearch {
  let folder: String
  /// The same without links, as the system spells it.
  let root: String
  /// Of the runner's own, its guard above all.
  let livingChildren: Set<Int32>
  /// When the first client was started: what is older, the runner's program may have had before.
  let begin: ProcessTable.Instant
  let runner: OrphanSearch.Runner

  func members(
    of entries: [ProcessEntry], environment: (Int32) -> [String],
    workingFolder: (Int32) -> String?
  ) -> [ProcessEntry] {
    let parents = Dictionary(
      entries.map { ($0.processID, $0.parent) }, uniquingKeysWith: { $1 })
    return entries.filter { entry in
      guard !entry.isZombie, isForeign(entry) else { return false }
      if entry.session != runner.session, descends(entry, parents) { return true }
      let home = "ACCEPTANCE_HOME=\(folder)/"
      if environment(entry.processID).contains(where: { $0.hasPrefix(home) }) { return true }
      guard !entry.hasTerminal, let path = workingFolder(entry.processID) else { return false }
      return path.hasPrefix(root + "/")
    }
  }

  /// An orphan that was reparented to the runner, ended or not.
  func isAdopted(_ entry: ProcessEntry) -> Bool {
    isForeign(entry) && entry.parent == runner.processID && entry.session != runner.session
  }

  private func isForeign(_ entry: ProcessEntry) -> Bool {
    entry.processID != runner.processID && entry.start >= begin
      && !livingChildren.contains(entry.processID)
  }

  private func descends(_ entry: ProcessEntry, _ parents: [Int32: Int32]) -> Bool {
    var next = entry.parent
    // A table that was read while processes came and went may have a circle.
    for _ in 0..<parents.count {
      if next == runner.processID { return true }
      guard next > 1, !livingChildren.contains(next), let parent = parents[next] else {
        return false
      }
      next = parent
    }
    return false
  }
}

extension RunSearch {
  /// `nil`: no client was ever started.
  fileprivate init?(folder: String) {
    guard let run = ProcessRegistry.shared.run else { return nil }
    self.init(
      folder: folder, root: LibC.resolvedPath(folder), livingChildren: run.livingChildren,
      begin: run.begin, runner: .current)
  }

  /// Stops what is found until a look finds nothing more: what is stopped starts nothing.
  fileprivate func stopAll(until deadline: ContinuousClock.Instant) -> [ProcessHandle] {
    var stopped: [ProcessEntry.Identity: ProcessHandle] = [:]
    var hasMore = true
    while hasMore, ContinuousClock.now < deadline {
      hasMore = false
      func stop(_ entry: ProcessEntry) {
        guard stopped[entry.identity] == nil, let handle = ProcessHandle(entry) else { return }
        handle.signal(LibC.stop)
        stopped[entry.identity] = handle
        hasMore = true
      }
      AdoptedChildren.visit { entry in
        if !entry.isZombie, isAdopted(entry) { stop(entry) }
      }
      let members = members(
        of: ProcessTable.entries(), environment: ProcessTable.environment(of:),
        workingFolder: ProcessTable.workingFolder(of:))
      for entry in members { stop(entry) }
    }
    return Array(stopped.values)
  }

  /// - Returns: How many orphans had ended.
  fileprivate func reap() -> Int {
    let ended = ProcessTable.entries().filter { $0.isZombie && isAdopted($0) }
    for entry in ended {
      var value: Int32 = 0
      _ = acc_reap(entry.processID, &value)
    }
    return ended.count
  }
}
