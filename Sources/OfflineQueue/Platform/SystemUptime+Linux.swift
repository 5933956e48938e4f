#if os(Linux)

  import SystemLibrary

  enum SystemUptime {
    /// Counts on while asleep, unlike `CLOCK_MONOTONIC`.
    static var clock: clockid_t { CLOCK_BOOTTIME }

    /// `nil` where the system does not say.
    static func bootIdentity() -> [UInt8]? {
      let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(file, &bytes, bytes.count)
      return count > 0 ? Array(bytes.prefix(count)) : nil
    }
  }

#endif
