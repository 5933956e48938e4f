#if canImport(Darwin)

  import SystemLibrary

  extension ProcessTable {
    static func now() -> Instant {
      var time = timeval()
      gettimeofday(&time, nil)
      return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_usec)
    }

    static func entries() -> [ProcessEntry] {
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_ALL, 0]
      return rows(&name)
    }

    static func entry(_ processID: Int32) -> ProcessEntry? {
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, processID]
      return rows(&name).first
    }

    static func environment(of processID: Int32) -> [String] {
      var name = [CTL_KERN, KERN_PROCARGS2, processID]
      var size = 0
      guard sysctl(&name, 3, nil, &size, nil, 0) == 0, size > 4 else { return [] }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctl(&name, 3, &bytes, &size, nil, 0) == 0, size > 4 else { return [] }
      // The count of arguments, the program's path, padding, the arguments, the environment.
      let argumentCount = bytes[..<4].withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
      let texts = bytes[4..<size].split(separator: 0)
      return texts.dropFirst(1 + Int(argumentCount)).map { String(decoding: $0, as: UTF8.self) }
    }

    static func workingFolder(of processID: Int32) -> String? {
      var info = proc_vnodepathinfo()
      let size = Int32(MemoryLayout<proc_vnodepathinfo>.size)
      guard proc_pidinfo(processID, PROC_PIDVNODEPATHINFO, 0, &info, size) == size else {
        return nil
      }
      return withUnsafeBytes(of: &info.pvi_cdir.vip_path) { path in
        String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
      }
    }

    private static func rows(_ name: inout [Int32]) -> [ProcessEntry] {
      var size = 0
      guard sysctl(&name, 4, nil, &size, nil, 0) == 0 else { return [] }
      // Processes may start between the two calls.
      let stride = MemoryLayout<kinfo_proc>.stride
      var rows = [kinfo_proc](repeating: kinfo_proc(), count: size / stride + 64)
      size = rows.count * stride
      guard sysctl(&name, 4, &rows, &size, nil, 0) == 0 else { return [] }
      return rows.prefix(size / stride).map { row in
        let begin = row.kp_proc.p_un.__p_starttime
        return ProcessEntry(
          processID: row.kp_proc.p_pid, parent: row.kp_eproc.e_ppid, group: row.kp_eproc.e_pgid,
          session: getsid(row.kp_proc.p_pid), isZombie: Int32(row.kp_proc.p_stat) == SZOMB,
          isStopped: Int32(row.kp_proc.p_stat) == SSTOP && row.kp_proc.p_flag & P_TRACED == 0,
          hasTerminal: row.kp_eproc.e_tdev != -1,
          start: UInt64(begin.tv_sec) * 1_000_000 + UInt64(begin.tv_usec))
      }
    }
  }

#endif
