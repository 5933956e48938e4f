#if os(Linux)

  enum AdoptedChildren {
    /// As many of the newest processes are looked at where the kernel lists no children.
    private static let newestCount = 128

    /// Calls `body` with the children of this process, adopted ones too, each as soon as it has been
    /// read: one that lives for milliseconds is still there then, which it may not be once the whole
    /// process table has been read.
    static func visit(_ body: (ProcessEntry) -> Void) {
      let own = LibC.processID
      for process in listed ?? newest {
        guard let entry = ProcessTable.entry(process), entry.parent == own else { continue }
        body(entry)
      }
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

    /// The processes with the latest numbers, the latest first. Numbers are given out in a circle.
    private static var newest: [Int32] {
      let all = ProcessTable.numbers(in: "/proc")
      let last = lastNumber ?? .max
      let (older, newer) = (all.filter { $0 > last }, all.filter { $0 <= last })
      return Array((newer.sorted(by: >) + older.sorted(by: >)).prefix(newestCount))
    }

    /// The number that was given out last: the last word of `/proc/loadavg`.
    private static var lastNumber: Int32? {
      ProcessTable.contents("/proc/loadavg", limit: 4096)
        .map { String(decoding: $0, as: UTF8.self) }?
        .split(whereSeparator: \.isWhitespace).last.flatMap { Int32($0) }
    }
  }

#endif
