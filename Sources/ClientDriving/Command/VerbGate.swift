// Owns: how many programs of one client run at the same time.

import Synchronization

/// A burst of taps is a burst of programs, and a machine that starts a hundred at once keeps none
/// of their deadlines. Who waits here has no deadline running yet.
final class VerbGate: Sendable {
  private struct State {
    var freeCount: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(width: Int) { state = Mutex(State(freeCount: width)) }

  func enter() async {
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

  func leave() {
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
