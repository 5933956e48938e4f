// Owns: one value that comes once, and everybody who waits for it.

import Dispatch
import Synchronization

final class OneShotSignal<Value: Sendable>: Sendable {
  private enum Waiter {
    case task(CheckedContinuation<Value?, Never>, DeadlineTimer?)
    case handler(@Sendable (Value) -> Void)
  }

  private struct State {
    var value: Value?
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// The first call counts; later ones change nothing.
  func fulfil(_ value: Value) {
    let waiters = state.withLock { state in
      guard state.value == nil else { return [Waiter]() }
      state.value = value
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters {
      switch waiter {
      case .task(let continuation, let timer):
        timer?.cancel()
        continuation.resume(returning: value)
      case .handler(let handler): handler(value)
      }
    }
  }

  /// Waits without limit, also in a cancelled task.
  var value: Value {
    get async {
      while true {
        if let value = await wait(nil, number: newNumber()) { return value }
      }
    }
  }

  /// `nil` once `limit` has passed, or at once where the waiting task is cancelled.
  func value(within limit: Duration) async -> Value? {
    let number = newNumber()
    return await withTaskCancellationHandler {
      await wait(limit, number: number)
    } onCancel: {
      giveUp(number, cancelled: true)
    }
  }

  func whenFulfilled(_ handler: @escaping @Sendable (Value) -> Void) {
    let value = state.withLock { state in
      guard state.value == nil else { return state.value }
      state.waiters[state.nextWaiter] = .handler(handler)
      state.nextWaiter += 1
      return nil
    }
    if let value { handler(value) }
  }

  private func newNumber() -> Int {
    state.withLock { state in
      defer { state.nextWaiter += 1 }
      return state.nextWaiter
    }
  }

  private func wait(_ limit: Duration?, number: Int) async -> Value? {
    await withCheckedContinuation { continuation in
      let now: Value?? = state.withLock { state in
        if let value = state.value { return .some(value) }
        if state.cancelled.remove(number) != nil { return .some(nil) }
        let timer = limit.map { limit in
          DeadlineTimer(after: limit) { [weak self] in self?.giveUp(number, cancelled: false) }
        }
        state.waiters[number] = .task(continuation, timer)
        return nil
      }
      if let now { continuation.resume(returning: now) }
    }
  }

  private func giveUp(_ number: Int, cancelled: Bool) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: number)
      // The cancellation may come before the wait has begun.
      if waiter == nil, cancelled, state.value == nil { state.cancelled.insert(number) }
      return waiter
    }
    if case .task(let continuation, let timer) = waiter {
      timer?.cancel()
      continuation.resume(returning: nil)
    }
  }
}
