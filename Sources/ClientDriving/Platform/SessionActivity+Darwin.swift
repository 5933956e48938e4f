#if !os(Linux)

  import SystemLibrary

  extension SessionActivity {
    static func threads(of session: Int32) -> [Int32: ThreadStatus]? {
      var processes: [Int32: ThreadStatus] = [:]
      for entry in ProcessTable.entries() where entry.session == session && !entry.isZombie {
        var info = proc_taskinfo()
        let size = Int32(MemoryLayout<proc_taskinfo>.size)
        guard proc_pidinfo(entry.processID, PROC_PIDTASKINFO, 0, &info, size) == size else {
          return nil
        }
        processes[entry.processID] = ThreadStatus(
          sleeps: info.pti_numrunning == 0, switchCount: Int(info.pti_csw))
      }
      return processes
    }
  }

#endif
