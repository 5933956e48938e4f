// Owns: the one place that reads the wall clock.

import SystemLibrary

package enum WallClock {
  /// Seconds since 1970.
  package static func seconds() -> Int { Int(time(nil)) }
}
