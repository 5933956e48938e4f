// Owns: how busy the machine is. Does not own: what follows from it (RetryPolicy, Throttle).

import SystemLibrary

package enum MachineLoad {
  /// Threads of the whole machine that run or wait for a processor, for each processor; `nil` where
  /// the system does not say. About 1 on a machine that is just busy.
  package static func perProcessor() -> Double? {
    guard let count = runnableCount() else { return nil }
    return count / Double(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Over the last minute.
  static func average() -> Double? {
    var load = 0.0
    return getloadavg(&load, 1) == 1 ? load : nil
  }
}
