// Owns: how a process ended.

import AcceptanceModel

/// Not called `ExitStatus`, which Swift Testing has a type of.
package enum ProcessExit: Sendable, Hashable {
  /// It ended by itself; 0 to 255.
  case status(Int32)
  /// A signal ended it.
  case signal(Int32)
}

extension ProcessExit: OwnWords {
  package var description: String {
    switch self {
    case .status(let status): "exit status \(status)"
    case .signal(let signal): "signal \(signal)"
    }
  }
}
