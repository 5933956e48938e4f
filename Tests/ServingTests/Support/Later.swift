// Owns: work on a thread of its own, for clients that must wait while the test goes on. The tests'
// own threads are as few as the machine's processors: one that waits for another would be one too
// many.

import Dispatch
import Foundation
import Synchronization

final class Later<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () -> Value) {
    Thread { [self] in
      let value = work()
      result.withLock { $0 = value }
      isDone.signal()
    }.start()
  }

  /// To be called once.
  func value() -> Value? {
    isDone.wait()
    return result.withLock { $0 }
  }
}
