#if os(Linux)

  import SystemLibrary

  extension ProcessTable {
    static func now() -> Instant {
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      let ticks = UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
      return UInt64(time.tv_sec) * ticks + UInt64(time.tv_nsec) * ticks / 1_000_000_000
    }

    /// Every process that this user may see, in no order.
    static func entries() -> [ProcessEntry] {
      numbers(in: "/proc").compactMap(entry)
    }

    /// The names in a folder that are numbers: processes in `/proc`, threads in `task`.
    static func numbers(in path: String) -> [Int32] {
      guard let folder = opendir(path) else { return [] }
      defer { closedir(folder) }
      var numbers: [Int32] = []
      while let item = readdir(folder) {
        let name = withUnsafePointer(to: &item.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let number = Int32(name) { numbers.append(number) }
      }
      return numbers
    }

    /// `nil`: there is no such process.
    static func entry(_ processID: Int32) -> ProcessEntry? {
      contents("/proc/\(processID)/stat", limit: 4096).flatMap(ProcessEntry.init(statLine:))
    }

    /// The environment it was started with, one `name=value` each; empty where it is not this
    /// user's to see.
    static func environment(of processID: Int32) -> [String] {
      // A client may have been given a large environment; the kernel's own bound is a few MiB.
      let bytes = contents("/proc/\(processID)/environ", limit: 4 << 20) ?? []
      return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    static func workingFolder(of processID: Int32) -> String? {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/\(processID)/cwd", &buffer, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func contents(_ path: String, limit: Int) -> [UInt8]? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { LibC.closeDescriptor(descriptor) }
      var contents: [UInt8] = []
      while contents.count < limit {
        guard let bytes = LibC.readBytes(descriptor, limit: 4096) else { return nil }
        if bytes.isEmpty { break }
        contents += bytes
      }
      return contents
    }
  }

#endif
