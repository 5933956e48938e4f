// Owns: ending what is left of a scenario's processes once the scenario has ended.
// Does not own: recognising them (OrphanSearch).

import CProcess
import Dispatch

/// What was left of a scenario's processes.
package struct OrphanReport: Sendable, Hashable {
  /// Alive after the grace: killed, and a finding.
  package internal(set) var killedCount = 0
  /// Alive at first, ended by itself within the grace: no finding.
  package internal(set) var endedCount = 0
  /// Orphans without a trace of where they came from, killed though several scenarios could have
  /// been their origin: no scenario gets a finding for them.
  package internal(set) var unattributedCount = 0
  /// Survived SIGKILL for the whole bound, e.g. in uninterruptible I/O.
  package internal(set) var unkillableCount = 0

  package init() {}
}

package struct OrphanProcesses: Sendable {
  /// How long killed processes may take to be gone; a process that dies normally takes about 1 ms.
  static let killLimit = Duration.seconds(5)
  /// This many helpers that ended by themselves, one after the other, count as one that restarts
  /// itself.
  private static let restartLimit = 8
  /// After this long, the processor time that helpers lacked is read again: what one lacked in its
  /// last part is not known.
  private static let measuredPart = Duration.milliseconds(250)
  /// Looks in a row that must find nothing, and no further orphan that has ended, where some have.
  private static let quietLooks = 3
  /// Between two of them. A process that starts another and ends in less is seen to have ended.
  private static let quietPause = Duration.milliseconds(20)
  /// Beside scenarios whose orphans end all the time there is no quiet; whatever is missed then is
  /// found at the run's end (`RunOrphans`).
  private static let settleLimit = Duration.seconds(1)

  private static let queue = DispatchQueue(
    label: "acceptance.leftovers", qos: .userInitiated, attributes: .concurrent)

  private let folders: ScenarioFolders
  private let runReaper: RunReaper?

  package init(folders: ScenarioFolders, runReaper: RunReaper? = nil) {
    self.folders = folders
    self.runReaper = runReaper
  }

  /// Ends every process that is left of the scenario, and returns once they are gone. Clients
  /// that the runner left running count as left too. Nothing may be launched meanwhile.
  ///
  /// - Parameter grace: How long helpers may take to end by themselves. Their end is awaited, so a
  ///   scenario without survivors costs no more than a look at the process table.
  /// - Parameter load: Runnable threads for each core; see `HelperGrace`.
  package func end(grace: Duration, load: Double = 1) async -> OrphanReport {
    await Self.onOwnQueue { sweep(grace: grace, load: load) }
  }

  /// Of its own, because it blocks: pidfds are awaited with poll(2).
  static func onOwnQueue<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }

  /// Blocks the thread.
  func sweep(grace: Duration, load: Double = 1) -> OrphanReport {
    var report = OrphanReport()
    var look = settledLook()
    let isRestarting = awaitHelpers(&look, within: HelperGrace(grace, load: load), &report)
    if isRestarting, look.living.isEmpty { look = settledLook(stops: true) }
    killSurvivors(&look, &report)
    for session in look.sessions { runReaper?.tell(.gone(session)) }
    ProcessRegistry.shared.closeScope(home: folders.home)
    ProcessRegistry.shared.didKillUnattributed(report.unattributedCount)
    return report
  }

  /// A helper may start another before it ends, so the table is read again until none is left.
  /// - Returns: Whether one restarts itself, which no waiting ends.
  private func awaitHelpers(
    _ look: inout Look, within grace: HelperGrace, _ report: inout OrphanReport
  ) -> Bool {
    let start = ContinuousClock.now
    var grace = grace
    var seen: Set<ProcessEntry.Identity> = []
    let firstCount = look.living.count
    while !look.living.isEmpty {
      let begin = ContinuousClock.now
      let left = grace.left(after: start.duration(to: begin))
      guard left > .zero else { return false }
      seen.formUnion(look.living.map { $0.handle.entry.identity })
      guard seen.count - firstCount < Self.restartLimit else { return true }
      let handles = look.living.map(\.handle)
      let before = handles.map { ($0.entry.identity, Self.wait(of: [$0])) }
      let alive = ProcessHandle.waitUntilGone(handles, within: min(left, Self.measuredPart))
      report.endedCount += handles.count - alive.count
      let identities = Set(alive.map(\.entry.identity))
      grace.add(
        begin.duration(to: .now),
        before: .sum(before.filter { identities.contains($0.0) }.map(\.1)),
        after: Self.wait(of: alive))
      if alive.count == handles.count { continue }
      look = settledLook()
    }
    return false
  }

  private static func wait(of handles: [ProcessHandle]) -> ProcessorWait {
    .sum(
      handles.map { handle in
        ThreadTimes.read(handle.entry.processID).map {
          ProcessorWait(lacking: $0.lacking, isComplete: true)
        } ?? ProcessorWait(lacking: .zero, isComplete: false)
      })
  }

  /// Stops everything first and kills it then: what is stopped starts nothing, and learns of no
  /// other's end.
  private func killSurvivors(_ look: inout Look, _ report: inout OrphanReport) {
    let deadline = ContinuousClock.now + Self.killLimit
    var counted: Set<ProcessEntry.Identity> = []
    while !look.living.isEmpty {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else {
        report.unkillableCount = look.living.count
        return
      }
      var stopped: [ProcessEntry.Identity: Found] = [:]
      while ContinuousClock.now < deadline {
        let fresh = look.living.filter { stopped[$0.handle.entry.identity] == nil }
        for found in fresh {
          found.handle.signal(LibC.stop)
          stopped[found.handle.entry.identity] = found
        }
        guard !fresh.isEmpty else { break }
        look = self.look(stops: true)
      }
      // One that had ended by itself before it was stopped was not killed.
      for found in stopped.values where ProcessHandle.isAlive(found.handle.entry) {
        found.handle.signal(LibC.kill)
        guard counted.insert(found.handle.entry.identity).inserted else { continue }
        if found.trace == .orphanOfSome {
          report.unattributedCount += 1
        } else {
          report.killedCount += 1
        }
      }
      _ = ProcessHandle.waitUntilGone(stopped.values.map(\.handle), within: left)
      look = settledLook(stops: true)
    }
  }

  // MARK: - Looking

  private struct Found {
    let handle: ProcessHandle
    let trace: OrphanSearch.Trace
  }

  /// The process table at one moment.
  private struct Look {
    let living: [Found]
    let sessions: Set<Int32>
    /// Orphans that have ended in this process since the scenario began; `nil` where the system
    /// hands it none.
    let endedOrphanCount: Int?
  }

  /// A look that finds something, or the last of several that find nothing.
  ///
  /// A process that starts another and ends, again and again, may be missed by a single look. On
  /// Linux the orphans that have ended come to the runner, so it is seen that there are such.
  /// - Parameter stops: Whether orphans are stopped as soon as they are seen.
  private func settledLook(stops: Bool = false) -> Look {
    let deadline = ContinuousClock.now + Self.settleLimit
    var look = look(stops: stops)
    var quiet = 0
    while look.living.isEmpty, let ended = look.endedOrphanCount, ended > 0,
      quiet < Self.quietLooks, ContinuousClock.now < deadline
    {
      let found = watchAdopted(for: Self.quietPause, stops: stops)
      look = self.look(stops: stops, besides: found)
      quiet = look.endedOrphanCount == ended ? quiet + 1 : 0
    }
    return look
  }

  /// Looks at the runner's children alone, repeatedly, until one is found or the time has expired.
  private func watchAdopted(for time: Duration, stops: Bool) -> [Found] {
    let deadline = ContinuousClock.now + time
    while ContinuousClock.now < deadline {
      let found = adopted(stops: stops)
      if !found.isEmpty { return found }
      LibC.sleep(.milliseconds(1))
    }
    return []
  }

  /// - Parameter stops: Whether orphans are stopped as soon as they are seen.
  private func look(stops: Bool = false, besides found: [Found] = []) -> Look {
    let adopted = found.isEmpty ? adopted(stops: stops) : found
    // The table first, then the registry: whoever is in the table as a child has been entered.
    let entries = ProcessTable.entries()
    let search = search()
    let living = search.living(
      in: entries, environment: ProcessTable.environment(of:),
      workingFolder: ProcessTable.workingFolder(of:))
    for process in search.reapable(in: entries) {
      var value: Int32 = 0
      if acc_reap(process, &value) != Int32(ACC_END_NONE.rawValue) {
        ProcessRegistry.shared.didReapOrphan()
      }
    }
    let known = Set(adopted.map { $0.handle.entry.identity })
    let others = living.filter { !known.contains($0.entry.identity) }.compactMap { found in
      ProcessHandle(found.entry).map { Found(handle: $0, trace: found.trace) }
    }
    let view = ProcessRegistry.shared.view(ofHome: folders.home)
    return Look(
      living: adopted + others, sessions: search.view.sessions,
      endedOrphanCount: view.scope.flatMap { scope in
        view.adoptsOrphans ? view.reapedOrphanCount - scope.reapedBefore : nil
      })
  }

  /// Orphans of the scenario that are the runner's children now, held as soon as they are seen.
  private func adopted(stops: Bool) -> [Found] {
    var found: [Found] = []
    AdoptedChildren.visit { entry in
      let trace = search().trace(
        of: entry, leader: ProcessTable.entry(_:), environment: ProcessTable.environment(of:),
        workingFolder: ProcessTable.workingFolder(of:))
      guard let trace, let handle = ProcessHandle(entry) else { return }
      if stops { handle.signal(LibC.stop) }
      found.append(Found(handle: handle, trace: trace))
    }
    return found
  }

  private func search() -> OrphanSearch {
    OrphanSearch(
      home: folders.home, root: LibC.resolvedPath(folders.root),
      view: ProcessRegistry.shared.view(ofHome: folders.home), runner: .current)
  }
}
