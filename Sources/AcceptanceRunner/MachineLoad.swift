// Owns: how busy the machine is. Does not own: what follows from it (Tries, and whoever decides
// how much runs at once).

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

/// Looks at the machine's load from time to time, as long as it lives.
actor LoadWatch {
  private static let interval: Duration = .milliseconds(200)

  private var sum = 0.0
  private var count = 0
  private var task: Task<Void, Never>?

  func start() {
    task = Task {
      repeat {
        if let load = MachineLoad.perProcessor() { take(load) }
        // A cancelled sleep is the end of it.
      } while (try? await Task.sleep(for: Self.interval)) != nil
    }
  }

  private func take(_ load: Double) {
    sum += load
    count += 1
  }

  /// Ends the watch.
  ///
  /// - Returns: The mean load for each processor.
  func end() -> Double {
    task?.cancel()
    return count == 0 ? 0 : sum / Double(count)
  }
}
