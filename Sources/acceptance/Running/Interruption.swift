// Owns: Ctrl-C. Once: the running scenarios are ended and the reports finished. Twice: at once;
// the report on disk is valid at any instant.

import Dispatch
import Foundation
import Synchronization

/// Sendable by hand: the sources are set once and only cancelled after that; the time has a lock.
final class Interruption: @unchecked Sendable {
  private let sources: [any DispatchSourceSignal]
  private let firstAt = Mutex<ContinuousClock.Instant?>(nil)
  /// A person does not press twice so fast: some programs signal a process and then its group.
  private static let repeatTime = Duration.milliseconds(300)

  var happened: Bool { firstAt.withLock { $0 != nil } }

  /// - Parameter first: Called at the first signal, on a queue of its own.
  init(first: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for source in sources {
      source.setEventHandler { [weak self] in
        switch self?.take(.now) {
        case .first:
          // A terminal shows the key that was pressed, and the line that is drawn again and again.
          Console.complain((Terminal.isError ? "\n" : "") + "acceptance: stopping…")
          return first()
        case .echo, nil: return
        case .second: break
        }
        Console.complain("acceptance: ended at once; the reports say what was not finished")
        // Nothing is flushed or torn down: threads of the run still work on it.
        _exit(ExitCode.interrupted.rawValue)
      }
      source.resume()
    }
  }

  private enum Meaning {
    case first
    /// The first one once more.
    case echo
    case second
  }

  private func take(_ now: ContinuousClock.Instant) -> Meaning {
    firstAt.withLock { firstAt in
      guard let first = firstAt else {
        firstAt = now
        return .first
      }
      return first.duration(to: now) < Self.repeatTime ? .echo : .second
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }
}
