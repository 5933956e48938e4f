// Owns: a value behind a lock that sleeps while it waits. `Synchronization.Mutex` spins first: with
// more threads than processors that took 44 % of the server's time (64 connections, 2 processors).

import CSockets
import SystemLibrary

/// `@unchecked`: `value` is touched under `mutex` only.
final class BlockingMutex<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    csockets_mutex_init(mutex)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// One caller at a time; not to be called again from `body`.
  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
