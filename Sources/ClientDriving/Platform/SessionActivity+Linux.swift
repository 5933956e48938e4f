#if os(Linux)

  extension SessionActivity {
    static func threads(of session: Int32) -> [Int32: ThreadStatus]? {
      var threads: [Int32: ThreadStatus] = [:]
      for entry in ProcessTable.entries() where entry.session == session && !entry.isZombie {
        let folder = "/proc/\(entry.processID)/task"
        for thread in ProcessTable.numbers(in: folder) {
          // It may have ended since.
          guard
            let bytes = ProcessTable.contents("\(folder)/\(thread)/status", limit: 8192)
          else { continue }
          guard let status = ThreadStatus(lines: bytes) else { return nil }
          threads[thread] = status
        }
      }
      return threads
    }
  }

#endif
