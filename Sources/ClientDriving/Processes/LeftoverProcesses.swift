// Owns: finding and ending what is left of a scenario's processes once the scenario is over.
// Does not own: reading the process table (ProcessTable).

/// What was left of a scenario's processes.
package struct LeftoverReport: Sendable, Hashable {
  /// Alive after the grace: killed, and a finding.
  package internal(set) var killedCount = 0
  /// Alive at first, ended by itself within the grace: no finding.
  package internal(set) var endedCount = 0
  /// Orphans without a trace of where they came from, killed while several scenarios could have
  /// been their origin: nobody's finding.
  package internal(set) var unattributedCount = 0
  /// Survived SIGKILL for the whole bound, e.g. in uninterruptible I/O.
  package internal(set) var unkillableCount = 0

  package init() {}
}

package struct LeftoverProcesses: Sendable {
  private let folders: ScenarioFolders
  private let runGuard: RunGuard?

  package init(folders: ScenarioFolders, runGuard: RunGuard? = nil) {
    self.folders = folders
    self.runGuard = runGuard
  }

  /// Ends every process that is left of the scenario, and returns once they are gone.
  ///
  /// - Parameter grace: How long helpers may take to end by themselves; their end is awaited, so
  ///   a scenario without survivors costs one look at the process table.
  package func end(grace: Duration) async -> LeftoverReport {
    LeftoverReport()
  }
}
