#if os(Linux)

  enum AdoptedChildren {
    /// The children of this process as the kernel lists them, adopted ones too. Quicker to read
    /// than the process table: a process that lives for milliseconds is still there when it is
    /// looked at.
    ///
    /// Each thread has a list of its own; kernels without CONFIG_PROC_CHILDREN have none, and a
    /// thread may have ended meanwhile.
    static func list() -> [Int32]? {
      let lists = ProcessTable.numbers(in: "/proc/self/task").compactMap { thread in
        ProcessTable.contents("/proc/self/task/\(thread)/children", limit: 1 << 20)
      }
      guard !lists.isEmpty else { return nil }
      return lists.joined().split(separator: UInt8(ascii: " ")).compactMap {
        Int32(String(decoding: Array($0), as: UTF8.self))
      }
    }
  }

#endif
