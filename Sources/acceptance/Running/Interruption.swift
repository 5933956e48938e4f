// Owns: Ctrl-C. Once: the running scenarios are ended and the reports finished. Twice: at once;
// the report on disk is valid at any instant.

import ClientDriving
import Foundation
import Synchronization

final class Interruption: Sendable {
  private final class Count: Sendable { let value = Mutex(0) }

  private let subscription: SignalWatcher.Subscription
  private let count: Count

  var happened: Bool { count.value.withLock { $0 > 0 } }

  /// - Parameter first: Called at the first signal, on a thread of its own.
  init(first: @escaping @Sendable () -> Void) {
    let count = Count()
    self.count = count
    subscription = SignalWatcher.subscribe {
      let number = count.value.withLock { count in
        count += 1
        return count
      }
      if number == 1 { return first() }
      Console.complain(
        "acceptance: ended at once; what had not ended stands in the report as not finished")
      _exit(ExitCode.interrupted.rawValue)
    }
  }
}
