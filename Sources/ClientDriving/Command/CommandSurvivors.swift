// Owns: ending what programs that have ended left running in their sessions.
// Does not own: a whole scenario's leftovers (LeftoverProcesses).

import Dispatch

enum CommandSurvivors {
  private static let queue = DispatchQueue(
    label: "acceptance.survivors", qos: .userInitiated, attributes: .concurrent)
  /// As long as `LeftoverProcesses` waits for killed processes.
  private static let limit = Duration.seconds(5)

  /// - Parameter sessions: Of programs that were started in this scenario, ended or not.
  static func kill(_ sessions: Set<Int32>, folders: ScenarioFolders) async {
    await withCheckedContinuation { continuation in
      // Of its own, because it blocks: pidfds are awaited with poll(2).
      queue.async {
        killNow(sessions, folders)
        continuation.resume()
      }
    }
  }

  private static func killNow(_ sessions: Set<Int32>, _ folders: ScenarioFolders) {
    let deadline = ContinuousClock.now + limit
    while true {
      let handles = living(sessions, folders)
      let left = ContinuousClock.now.duration(to: deadline)
      guard !handles.isEmpty, left > .zero else { return }
      for handle in handles { handle.signal(LibC.kill) }
      _ = ProcessHandle.waitUntilGone(handles, within: left)
    }
  }

  private static func living(
    _ sessions: Set<Int32>, _ folders: ScenarioFolders
  ) -> [ProcessHandle] {
    let entries = ProcessTable.entries()
    var view = ProcessRegistry.shared.view(ofHome: folders.home)
    // Another launch of the same scenario goes on, and so does what it started.
    view.sessions.formIntersection(sessions)
    view.scope = nil
    view.adoptsOrphans = false
    return LeftoverSearch(
      home: folders.home, root: LibC.resolvedPath(folders.root), view: view, runner: .current
    )
    .living(in: entries, environment: { _ in [] }, workingFolder: { _ in nil })
    .compactMap { ProcessHandle($0.entry) }
  }
}
