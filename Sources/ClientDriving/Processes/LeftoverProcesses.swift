// Owns: ending what is left of a scenario's processes once the scenario is over.
// Does not own: recognising them (LeftoverSearch).

import CProcess
import Dispatch

/// What was left of a scenario's processes.
package struct LeftoverReport: Sendable, Hashable {
  /// Alive after the grace: killed, and a finding.
  package internal(set) var killedCount = 0
  /// Alive at first, ended by itself within the grace: no finding.
  package internal(set) var endedCount = 0
  /// Orphans without a trace of where they came from, killed though several scenarios could have
  /// been their origin: nobody's finding.
  package internal(set) var unattributedCount = 0
  /// Survived SIGKILL for the whole bound, e.g. in uninterruptible I/O.
  package internal(set) var unkillableCount = 0

  package init() {}
}

package struct LeftoverProcesses: Sendable {
  /// How long killed processes may take to be gone; a process that dies normally takes about 1 ms.
  private static let killLimit = Duration.seconds(5)
  private static let queue = DispatchQueue(
    label: "acceptance.leftovers", qos: .userInitiated, attributes: .concurrent)

  private let folders: ScenarioFolders
  private let runGuard: RunGuard?

  package init(folders: ScenarioFolders, runGuard: RunGuard? = nil) {
    self.folders = folders
    self.runGuard = runGuard
  }

  /// Ends every process that is left of the scenario, and returns once they are gone. Clients
  /// that the runner left running count as left too. Nothing may be launched meanwhile.
  ///
  /// - Parameter grace: How long helpers may take to end by themselves. Their end is awaited, so a
  ///   scenario without survivors costs no more than a look at the process table.
  package func end(grace: Duration) async -> LeftoverReport {
    await withCheckedContinuation { continuation in
      // Of its own, because it blocks: pidfds are awaited with poll(2).
      Self.queue.async { continuation.resume(returning: sweep(grace: grace)) }
    }
  }

  /// Blocks the thread.
  func sweep(grace: Duration) -> LeftoverReport {
    var report = LeftoverReport()
    var look = look()
    awaitHelpers(&look, within: grace, &report)
    killSurvivors(&look, &report)
    for process in look.reapable {
      var value: Int32 = 0
      _ = acc_reap(process, &value)
    }
    for session in look.sessions { runGuard?.tell(.gone(session)) }
    ProcessRegistry.shared.closeScope(home: folders.home)
    return report
  }

  /// A helper may start another before it ends, so the table is read again until none is left.
  private func awaitHelpers(
    _ look: inout Look, within grace: Duration, _ report: inout LeftoverReport
  ) {
    let deadline = ContinuousClock.now + grace
    while !look.living.isEmpty {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return }
      let handles = look.living.map(\.handle)
      let alive = ProcessHandle.waitUntilGone(handles, within: left)
      report.endedCount += handles.count - alive.count
      look = self.look()
    }
  }

  private func killSurvivors(_ look: inout Look, _ report: inout LeftoverReport) {
    let deadline = ContinuousClock.now + Self.killLimit
    var counted: Set<ProcessEntry.Identity> = []
    while !look.living.isEmpty {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else {
        report.unkillableCount = look.living.count
        return
      }
      for (handle, trace) in look.living {
        handle.signal(LibC.kill)
        guard counted.insert(handle.entry.identity).inserted else { continue }
        if trace == .orphanOfSome {
          report.unattributedCount += 1
        } else {
          report.killedCount += 1
        }
      }
      _ = ProcessHandle.waitUntilGone(look.living.map(\.handle), within: left)
      look = self.look()
    }
  }

  /// The process table at one moment.
  private struct Look {
    let living: [(handle: ProcessHandle, trace: LeftoverSearch.Trace)]
    let reapable: [Int32]
    let sessions: Set<Int32>
  }

  private func look() -> Look {
    // The table first, then the registry: whoever is in the table as a child has been entered.
    let entries = ProcessTable.entries()
    let view = ProcessRegistry.shared.view(ofHome: folders.home)
    let search = LeftoverSearch(
      home: folders.home, root: LibC.resolvedPath(folders.root), view: view, runner: .current)
    let living = search.living(
      in: entries, environment: ProcessTable.environment(of:),
      workingFolder: ProcessTable.workingFolder(of:))
    return Look(
      living: living.compactMap { found in
        ProcessHandle(found.entry).map { ($0, found.trace) }
      },
      reapable: search.reapable(in: entries), sessions: view.sessions)
  }
}
