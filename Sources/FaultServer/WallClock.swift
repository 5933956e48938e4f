// Owns: the one place that reads the wall clock.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

package enum WallClock {
  /// Seconds since 1970.
  package static func seconds() -> Int { Int(time(nil)) }
}
