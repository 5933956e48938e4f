#if os(Linux)

  enum AdoptedChildren {
    /// As many of the newest numbers are looked at where the kernel lists no children.
    private static let newestCount: Int32 = 128

    /// Calls `body` with the children of this process, adopted ones too, each as soon as it has been
    /// read: one that lives for milliseconds is still there then, which it may not be once the whole
    /// process table has been read.
    static func visit(_ body: (ProcessEntry) -> Void) {
      let own = LibC.processID
      for process in listed ?? newest {
        guard let entry = ProcessTable.entry(process), entry.parent == own, isProcess(process)
        else { continue }
        body(entry)
      }
    }

    /// `/proc` has a hidden folder for each thread, too.
    private static func isProcess(_ number: Int32) -> Bool {
      guard let status = ProcessTable.contents("/proc/\(number)/status", limit: 8192) else {
        return false
      }
      return String(decoding: status, as: UTF8.self).contains("\nTgid:\t\(number)\n")
    }

    /// `nil` where the kernel has no such lists (CONFIG_PROC_CHILDREN). Each thread has its own; a
    /// thread may have ended meanwhile.
    private static var listed: [Int32]? {
      let lists = ProcessTable.numbers(in: "/proc/self/task").compactMap { thread in
        ProcessTable.contents("/proc/self/task/\(thread)/children", limit: 1 << 20)
      }
      guard !lists.isEmpty else { return nil }
      return lists.joined().split(separator: UInt8(ascii: " ")).compactMap {
        Int32(String(decoding: Array($0), as: UTF8.self))
      }
    }

    /// The latest numbers, the latest first. Numbers are given out in a circle; whoever has one from
    /// before its end is found in the whole table.
    private static var newest: [Int32] {
      guard let last = lastNumber, last > 1 else { return [] }
      return (max(2, last - newestCount)...last).reversed()
    }

    /// The number that was given out last: the last word of `/proc/loadavg`.
    private static var lastNumber: Int32? {
      ProcessTable.contents("/proc/loadavg", limit: 4096)
        .map { String(decoding: $0, as: UTF8.self) }?
        .split(whereSeparator: \.isWhitespace).last.flatMap { Int32($0) }
    }
  }

#endif
