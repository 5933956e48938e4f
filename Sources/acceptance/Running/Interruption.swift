// Owns: Ctrl-C. Once: the running scenarios are ended and the reports finished. Twice: at once;
// the report on disk is valid at any instant.

import Dispatch
import Foundation
import Synchronization

/// Sendable by hand: the sources are set once and only cancelled after that; the count has a lock.
final class Interruption: @unchecked Sendable {
  private let sources: [any DispatchSourceSignal]
  private let count = Mutex(0)

  var happened: Bool { count.withLock { $0 > 0 } }

  /// - Parameter first: Called at the first signal, on a queue of its own.
  init(first: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for source in sources {
      source.setEventHandler { [weak self] in
        let count = self?.count.withLock { count in
          count += 1
          return count
        }
        if count == 1 { return first() }
        Console.complain(
          "acceptance: ended at once; what had not ended stands in the report as not finished")
        exit(ExitCode.interrupted.rawValue)
      }
      source.resume()
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }
}
