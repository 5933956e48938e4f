// Owns: Ctrl-C. Once: the running scenarios are ended and the reports finished. Twice: at once;
// the report on disk is valid at any instant.

import ClientDriving
import Foundation
import Synchronization

final class SignalHandler: Sendable {
  /// Shared with the subscription, which must not keep the rest alive.
  private final class First: Sendable { let at = Mutex<ContinuousClock.Instant?>(nil) }

  private let subscription: SignalWatcher.Subscription
  private let first: First
  /// A person does not press twice so fast: some programs signal a process and then its group.
  private static let repeatTime = Duration.milliseconds(300)

  var happened: Bool { first.at.withLock { $0 != nil } }

  /// - Parameter first: Called at the first signal, on a thread of its own.
  init(first action: @escaping @Sendable () -> Void) {
    let first = First()
    self.first = first
    subscription = SignalWatcher.subscribe {
      switch Self.take(.now, first) {
      case .first:
        // A terminal shows the key that was pressed, and the line that is drawn again and again.
        Console.complain((Terminal.isError ? "\n" : "") + "acceptance: stopping…")
        return action()
      case .echo: return
      case .second: break
      }
      Console.complain("acceptance: ended at once; the reports say what was not finished")
      // Nothing is flushed or torn down: threads of the run still work on it.
      _exit(ExitCode.interrupted.rawValue)
    }
  }

  private enum Meaning {
    case first
    /// The first one once more.
    case echo
    case second
  }

  private static func take(_ now: ContinuousClock.Instant, _ first: First) -> Meaning {
    first.at.withLock { firstAt in
      guard let first = firstAt else {
        firstAt = now
        return .first
      }
      return first.duration(to: now) < repeatTime ? .echo : .second
    }
  }
}
