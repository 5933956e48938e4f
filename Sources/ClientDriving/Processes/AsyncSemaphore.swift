import Synchronization

/// Lets a fixed number of tasks go on at the same time; the others wait, first come, first served.
package final class AsyncSemaphore: Sendable {
  private struct State {
    var freeCount: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  package init(count: Int) { state = Mutex(State(freeCount: count)) }

  package func wait() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.freeCount > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.freeCount -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  package func signal() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.freeCount += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
