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
      guard let folder = opendir("/proc") else { return [] }
      defer { closedir(folder) }
      var entries: [ProcessEntry] = []
      while let item = readdir(folder) {
        let name = withUnsafePointer(to: &item.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard let processID = Int32(name), let entry = entry(processID) else { continue }
        entries.append(entry)
      }
      return entries
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

    private static func contents(_ path: String, limit: Int) -> [UInt8]? {
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
