// Owns: the one ordered log of a running scenario, and waiting for something to appear in it.
// Does not own: what is appended (ScenarioRun, FaultServer) or what it means (Judge).

import AcceptanceModel
import Synchronization

package final class HistoryRecorder: Sendable {
  private struct State {
    var entries: [HistoryEntry] = []
    var live = RunState()
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
    /// Waiters whose time was over before they had begun to wait: a busy machine can take longer
    /// between the two than the whole limit.
    var overdue: Set<Int> = []
  }

  private struct Waiter {
    let isSatisfied: @Sendable (RunState) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let clock = ContinuousClock()
  package let start: ContinuousClock.Instant
  private let state = Mutex(State())

  package init() { start = clock.now }

  package var entries: [HistoryEntry] { state.withLock { $0.entries } }

  package var live: RunState { state.withLock { $0.live } }

  /// Appends and wakes whoever waited for this. Returns after the entry is in the log, so a caller
  /// that appends before it acts is never overtaken by the client.
  package func append(_ observation: Observation) {
    let satisfied = state.withLock { state in
      // The clock is read under the lock: `at` never goes back.
      let entry = HistoryEntry(
        sequence: state.entries.count + 1, at: start.duration(to: clock.now),
        observation: observation)
      state.entries.append(entry)
      state.live.take(observation)
      let due = state.waiters.filter { $0.value.isSatisfied(state.live) }
      for key in due.keys { state.waiters[key] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in satisfied { continuation.resume(returning: true) }
  }

  package func append(_ payload: some ObservationPayload) { append(payload.observation) }

  /// Waits until `isSatisfied` holds.
  ///
  /// - Returns: `false` where it did not within `limit`, or the task was cancelled.
  package func wait(
    within limit: Duration, until isSatisfied: @escaping @Sendable (RunState) -> Bool
  ) async -> Bool {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    let alarm = Task {
      // A cancelled alarm has no waiter left to wake.
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      self.giveUp(id)
    }
    defer {
      alarm.cancel()
      state.withLock { _ = $0.overdue.remove(id) }
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isKnownNow: Bool? = state.withLock { state in
          if isSatisfied(state.live) { return true }
          if Task.isCancelled || state.overdue.contains(id) { return false }
          state.waiters[id] = Waiter(isSatisfied: isSatisfied, continuation: continuation)
          return nil
        }
        if let isKnownNow { continuation.resume(returning: isKnownNow) }
      }
    } onCancel: {
      giveUp(id)
    }
  }

  private func giveUp(_ id: Int) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: id)
      if waiter == nil { state.overdue.insert(id) }
      return waiter
    }
    waiter?.continuation.resume(returning: false)
  }
}
