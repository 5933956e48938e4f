// Owns: signalling and ending what programs left running in their sessions, themselves included.
// Does not own: a whole scenario's leftovers (OrphanProcesses).

import Dispatch

enum CommandOrphans {
  private static let queue = DispatchQueue(
    label: "acceptance.survivors", qos: .userInitiated, attributes: .concurrent)
  /// As long as `OrphanProcesses` waits for killed processes.
  private static let limit = Duration.seconds(5)

  /// Kills until nothing is left, because what is killed may just have started something.
  ///
  /// - Parameter sessions: Of programs that were started in this scenario, ended or not.
  static func kill(_ sessions: Set<Int32>, folders: ScenarioFolders) async {
    await away { end(sessions, folders, LibC.kill, within: limit) }
  }

  /// Asks them to end, and returns when nothing is left or the limit has passed.
  static func terminate(
    _ sessions: Set<Int32>, folders: ScenarioFolders, within limit: Duration
  ) async {
    await away { end(sessions, folders, LibC.terminate, within: limit) }
  }

  static func signal(_ number: Int32, _ sessions: Set<Int32>, folders: ScenarioFolders) {
    for handle in living(sessions, folders) { handle.signal(number) }
  }

  /// On a thread of its own, because it blocks: pidfds are awaited with poll(2).
  private static func away(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      queue.async {
        body()
        continuation.resume()
      }
    }
  }

  private static func end(
    _ sessions: Set<Int32>, _ folders: ScenarioFolders, _ number: Int32, within limit: Duration
  ) {
    let deadline = ContinuousClock.now + limit
    while true {
      let handles = living(sessions, folders)
      let left = ContinuousClock.now.duration(to: deadline)
      guard !handles.isEmpty, left > .zero else { return }
      for handle in handles { handle.signal(number) }
      // Those that are left are asked again together with what they have started.
      _ = ProcessHandle.waitUntilGone(handles, within: left)
    }
  }

  private static func living(
    _ sessions: Set<Int32>, _ folders: ScenarioFolders
  ) -> [ProcessHandle] {
    let entries = ProcessTable.entries()
    var view = ProcessRegistry.shared.view(ofHome: folders.home)
    // Another launch of the same scenario is still running, and so is what it started.
    view.sessions.formIntersection(sessions)
    view.scope = nil
    view.adoptsOrphans = false
    return OrphanSearch(
      home: folders.home, root: LibC.resolvedPath(folders.root), view: view, runner: .current
    )
    .living(in: entries, environment: { _ in [] }, workingFolder: { _ in nil })
    .compactMap { ProcessHandle($0.entry) }
  }
}
