// Owns: how busy the machine is. Does not own: what follows from it (RetryPolicy, Throttle).

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

package enum MachineLoad {
  /// Threads of the whole machine that run or wait for a processor, for each processor; `nil` where
  /// the system does not say. About 1 on a machine that is just busy.
  package static func perProcessor() -> Double? {
    guard let count = runnableCount() else { return nil }
    return count / Double(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  #if os(Linux)
    /// `/proc/loadavg` names it as of now: `0.20 0.18 0.12 3/80 11206`. The reader itself is one.
    private static func runnableCount() -> Double? {
      guard let file = fopen("/proc/loadavg", "r") else { return average() }
      defer { fclose(file) }
      var buffer = [CChar](repeating: 0, count: 128)
      guard fgets(&buffer, Int32(buffer.count), file) != nil else { return average() }
      let text = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let fields = text.split(separator: " ")
      guard fields.count > 3, let running = Double(fields[3].prefix { $0 != "/" }) else {
        return average()
      }
      return max(0, running - 1)
    }
  #else
    private static func runnableCount() -> Double? { average() }
  #endif

  /// Over the last minute.
  private static func average() -> Double? {
    var load = 0.0
    return getloadavg(&load, 1) == 1 ? load : nil
  }
}
