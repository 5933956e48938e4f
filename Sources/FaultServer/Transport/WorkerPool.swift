// Owns: threads that serve one connection each, reused, and joined at the end.

import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `@unchecked`: everything mutable is guarded by `mutex`.
final class WorkerPool: @unchecked Sendable {
  typealias Job = @Sendable () -> Void

  /// Stacks are address space, not memory: only touched pages cost. Four times what a body of 200
  /// nested objects, the deepest that is read, was seen to touch in an unoptimised build (990 KiB;
  /// 140 KiB in an optimised one).
  private static let stackBytes = 4 * 1024 * 1024

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [Job] = []
  private var idleCount = 0
  private var threads: [pthread_t] = []
  private var isStopping = false

  init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    condition.deallocate()
  }

  /// Runs the job on a thread of its own; `false` where the system gives no more threads, or
  /// after `stop`.
  func run(_ job: @escaping Job) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isStopping else { return false }
    jobs.append(job)
    if idleCount >= jobs.count {
      pthread_cond_signal(condition)
      return true
    }
    if let thread = makeThread() {
      threads.append(thread)
      return true
    }
    jobs.removeLast()
    return false
  }

  /// Waits until every job has ended and every thread is gone.
  func stop() {
    pthread_mutex_lock(mutex)
    isStopping = true
    let threads = threads
    self.threads = []
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
    for thread in threads { pthread_join(thread, nil) }
  }

  private func work() {
    pthread_mutex_lock(mutex)
    while true {
      if let job = jobs.first {
        jobs.removeFirst()
        pthread_mutex_unlock(mutex)
        job()
        pthread_mutex_lock(mutex)
        continue
      }
      if isStopping { break }
      idleCount += 1
      pthread_cond_wait(condition, mutex)
      idleCount -= 1
    }
    pthread_mutex_unlock(mutex)
  }

  private func makeThread() -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    let start = Unmanaged.passRetained(self)
    #if os(Linux)
      var thread = pthread_t()
      let status = pthread_create(&thread, &attributes, Self.main, start.toOpaque())
      let made: pthread_t? = status == 0 ? thread : nil
    #else
      var made: pthread_t?
      let status = pthread_create(&made, &attributes, Self.main, start.toOpaque())
    #endif
    if status != 0 { start.release() }
    return status == 0 ? made : nil
  }

  #if os(Linux)
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { context in
        context.map { Unmanaged<WorkerPool>.fromOpaque($0).takeRetainedValue().work() }
        return nil
      }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { context in
        Unmanaged<WorkerPool>.fromOpaque(context).takeRetainedValue().work()
        return nil
      }
  #endif
}
