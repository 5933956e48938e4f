#if os(Linux)

  extension ThreadTimes {
    /// Kernel documentation: `scheduler/sched-stats` (the second number of `schedstat` is the time
    /// spent waiting on a run queue, in nanoseconds), `filesystems/proc` (`stat`, `children`).
    static func read(_ process: Int32) -> ThreadTimes? {
      let folder = "/proc/\(process)/task"
      let threads = ProcessTable.numbers(in: folder)
      guard !threads.isEmpty else { return nil }
      var nanoseconds: Int64 = 0
      var children: [Int32] = []
      for thread in threads {
        // A thread that has just ended has no file any more, and lacks nothing now.
        guard let text = text("\(folder)/\(thread)/schedstat") else { continue }
        guard let waited = waited(schedstat: text) else { return nil }
        nanoseconds += waited
        children += (self.text("\(folder)/\(thread)/children") ?? "").split(separator: " ")
          .compactMap { Int32($0) }
      }
      guard let stat = text("/proc/\(process)/stat") else { return nil }
      return ThreadTimes(
        lacking: .nanoseconds(nanoseconds), children: children,
        reapedCount: reapedCount(stat: stat))
    }

    static func waited(schedstat: String) -> Int64? {
      let fields = schedstat.split(whereSeparator: \.isWhitespace)
      return fields.count == 3 ? Int64(fields[1]) : nil
    }

    /// Children that were reaped have left the number of their page faults to their parent.
    static func reapedCount(stat: String) -> Int {
      guard let close = stat.lastIndex(of: ")") else { return 0 }
      // After the name: state, parent, group, session, terminal, its group, flags, minor faults,
      // the children's minor faults.
      let fields = stat[stat.index(after: close)...].split(separator: " ")
      return fields.count > 8 ? Int(fields[8]) ?? 0 : 0
    }

    private static func text(_ path: String) -> String? {
      ProcessTable.contents(path, limit: 4096).map { String(decoding: $0, as: UTF8.self) }
    }
  }

#endif
