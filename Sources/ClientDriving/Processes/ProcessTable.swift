/// Reads the system's process table: `/proc` on Linux, sysctl(3) on macOS (`Platform/`). What a row
/// means is decided by `OrphanSearch`.
enum ProcessTable {
  /// When a process started. Linux: clock ticks since boot. macOS: microseconds since 1970.
  typealias Instant = UInt64
}
