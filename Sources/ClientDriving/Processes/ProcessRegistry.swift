// Owns: which children this process has, which scenario each belongs to, and since when each
// scenario has had any. Does not own: starting (ChildProcess) or ending them (OrphanProcesses).

import CProcess
import Synchronization

/// One for the whole process, because the system has one table of children for it: a sweep must
/// distinguish its own scenario's processes from those of scenarios that run in parallel.
final class ProcessRegistry: Sendable {
  static let shared = ProcessRegistry()

  /// A child that was started here, or the session it led if it has been reaped.
  private struct Launch {
    let processID: Int32
    let home: String?
    var isReaped = false
  }

  struct Scope: Sendable, Equatable {
    let home: String
    let begin: ProcessTable.Instant
    /// Orphans that had been reaped in this process when it began.
    var reapedBefore = 0
    var end: ProcessTable.Instant?
  }

  private struct State {
    var launches: [Launch] = []
    var scopes: [Scope] = []
    var adoptsOrphans = false
    var reapedOrphanCount = 0
    var unattributedCount = 0
    /// When the first client was started.
    var begin: ProcessTable.Instant?
  }

  private let state = Mutex(State())

  private init() { acc_keep_ended_children() }

  /// Starts and enters a child in one step: a sweep that sees it finds it entered.
  func spawn(
    home: String?, _ body: () throws(DrivingError) -> Int32
  ) throws(DrivingError) -> Int32 {
    try state.withLock { state throws(DrivingError) in
      if home != nil { state.begin = state.begin ?? ProcessTable.now() }
      if let home, !state.scopes.contains(where: { $0.home == home && $0.end == nil }) {
        state.scopes.append(
          Scope(
            home: home, begin: ProcessTable.now(), reapedBefore: state.reapedOrphanCount))
      }
      let processID = try body()
      // The number could only come back once nothing of the old session was left.
      state.launches.removeAll { $0.processID == processID }
      state.launches.append(Launch(processID: processID, home: home))
      return processID
    }
  }

  func didReap(_ processID: Int32) {
    state.withLock { state in
      guard let index = state.launches.firstIndex(where: { $0.processID == processID }) else {
        return
      }
      let home = state.launches[index].home
      // Kept while its scenario runs: what it left behind still belongs to its session.
      if state.scopes.contains(where: { $0.home == home && $0.end == nil }) {
        state.launches[index].isReaped = true
      } else {
        state.launches.remove(at: index)
      }
    }
  }

  /// What a sweep of `home` must know; taken after the process table has been read, so that every
  /// child in the table has been entered.
  func view(ofHome home: String) -> RegistryView {
    state.withLock { state in
      RegistryView(
        sessions: Set(state.launches.filter { $0.home == home }.map(\.processID)),
        otherSessions: Set(state.launches.filter { $0.home != home }.map(\.processID)),
        livingChildren: Set(state.launches.filter { !$0.isReaped }.map(\.processID)),
        scope: state.scopes.last { $0.home == home },
        otherScopes: state.scopes.filter { $0.home != home },
        adoptsOrphans: state.adoptsOrphans, reapedOrphanCount: state.reapedOrphanCount)
    }
  }

  /// The children of every scenario and the product's own, and when the first client was started;
  /// `nil` where none was.
  var run: (livingChildren: Set<Int32>, begin: ProcessTable.Instant)? {
    state.withLock { state in
      state.begin.map { begin in
        (Set(state.launches.filter { !$0.isReaped }.map(\.processID)), begin)
      }
    }
  }

  func didReapOrphan() { state.withLock { $0.reapedOrphanCount += 1 } }

  func didKillUnattributed(_ count: Int) { state.withLock { $0.unattributedCount += count } }

  /// Orphans that were killed although several scenarios could have been their origin, since this
  /// was last asked.
  func takeUnattributed() -> Int {
    state.withLock { state in
      defer { state.unattributedCount = 0 }
      return state.unattributedCount
    }
  }

  /// Whether a client's program leads or led that session.
  func hasSession(_ session: Int32) -> Bool {
    state.withLock { state in state.launches.contains { $0.processID == session } }
  }

  func closeScope(home: String) {
    state.withLock { state in
      state.launches.removeAll { $0.home == home && $0.isReaped }
      let now = ProcessTable.now()
      for index in state.scopes.indices where state.scopes[index].home == home {
        state.scopes[index].end = state.scopes[index].end ?? now
      }
      if state.scopes.allSatisfy({ $0.end != nil }) { state.scopes = [] }
    }
  }

  func adoptOrphans() -> Bool {
    state.withLock { state in
      state.adoptsOrphans = acc_adopt_orphans() == 0
      return state.adoptsOrphans
    }
  }
}

/// The registry as one sweep sees it.
struct RegistryView: Sendable, Equatable {
  var sessions: Set<Int32> = []
  var otherSessions: Set<Int32> = []
  /// Of every scenario, and the product's own.
  var livingChildren: Set<Int32> = []
  /// `nil`: nothing was ever started for this home.
  var scope: ProcessRegistry.Scope?
  var otherScopes: [ProcessRegistry.Scope] = []
  var adoptsOrphans = false
  /// Of all scenarios.
  var reapedOrphanCount = 0
}

package enum OrphanAdoption {
  /// Makes processes that leave their session and lose their parent children of this process, so
  /// that `OrphanProcesses` finds even those without a trace of their scenario.
  ///
  /// For the runner's `main`: it takes every orphan below this process, also those of other code.
  /// - Returns: Whether the system can do that; macOS cannot.
  @discardableResult
  package static func enable() -> Bool { ProcessRegistry.shared.adoptOrphans() }
}
