// Owns: threads that serve one connection each, reused, and joined at the end.

import Dispatch
import Synchronization
import SystemLibrary

final class WorkerPool: Sendable {
  typealias Job = @Sendable () -> Void

  /// Stacks are address space, not memory: only touched pages cost. Four times what a body of 200
  /// nested objects, the deepest that is read, was seen to touch in an unoptimised build (990 KiB;
  /// 140 KiB in an optimised one).
  private static let stackBytes = 4 * 1024 * 1024

  /// One thread's place to wait. Each has its own, so that a job wakes just one of them, and wakes it
  /// outside the lock: with one for all they spent more time on the lock than on their jobs.
  private final class Worker: Sendable {
    private let job = BlockingMutex<Job?>(nil)
    private let given = DispatchSemaphore(value: 0)

    /// `nil`: no more jobs.
    func give(_ next: Job?) {
      job.withLock { $0 = next }
      given.signal()
    }

    func take() -> Job? {
      given.wait()
      return job.withLock { job in
        defer { job = nil }
        return job
      }
    }
  }

  private struct State {
    /// Who came last goes first: its memory is still in the processor's cache.
    var idle: [Worker] = []
    var threads: [pthread_t] = []
    var isStopping = false
  }

  private let state = BlockingMutex(State())

  /// Runs the job on a thread of its own; `false` where the system gives no more threads, or
  /// after `stop`.
  func run(_ job: @escaping Job) -> Bool {
    let (worker, isStopping) = state.withLock { ($0.idle.popLast(), $0.isStopping) }
    guard !isStopping else { return false }
    guard let worker else { return start(job) }
    worker.give(job)
    return true
  }

  /// Waits until every job has ended and every thread is gone.
  func stop() {
    let (threads, idle) = state.withLock { state in
      defer { (state.threads, state.idle, state.isStopping) = ([], [], true) }
      return (state.threads, state.idle)
    }
    for worker in idle { worker.give(nil) }
    for thread in threads { pthread_join(thread, nil) }
  }

  private func work(_ worker: Worker) {
    while let job = worker.take() {
      job()
      let isStopping = state.withLock { state in
        if !state.isStopping { state.idle.append(worker) }
        return state.isStopping
      }
      if isStopping { return }
    }
  }

  private func start(_ job: @escaping Job) -> Bool {
    let worker = Worker()
    return state.withLock { state in
      guard !state.isStopping,
        let thread = SystemThread.start(
          stackByteCount: Self.stackBytes, isDetached: false, { [self] in work(worker) })
      else {
        return false
      }
      state.threads.append(thread)
      worker.give(job)
      return true
    }
  }
}
