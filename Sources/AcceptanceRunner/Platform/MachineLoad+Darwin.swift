#if canImport(Darwin)

  import SystemLibrary

  extension MachineLoad {
    /// The name of the host's port; asked for once, because each call adds a reference.
    private static let host = mach_host_self()

    /// Runnable threads, averaged over the last 5 s: the shortest that Darwin keeps (mach/host_info.h,
    /// `avenrun`). The minute of getloadavg(3) stays high long after a build has ended.
    static func runnableCount() -> Double? {
      var load = host_load_info()
      let wordCount = MemoryLayout<host_load_info>.size / MemoryLayout<integer_t>.size
      var count = mach_msg_type_number_t(wordCount)
      let status = withUnsafeMutablePointer(to: &load) {
        $0.withMemoryRebound(to: integer_t.self, capacity: wordCount) {
          host_statistics(host, HOST_LOAD_INFO, $0, &count)
        }
      }
      guard status == KERN_SUCCESS else { return average() }
      return Double(load.avenrun.0) / Double(LOAD_SCALE)
    }
  }

#endif
