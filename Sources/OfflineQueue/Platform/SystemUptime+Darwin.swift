#if canImport(Darwin)

  import SystemLibrary

  enum SystemUptime {
    /// `mach_continuous_time`: counts on while asleep, and nothing moves it. `CLOCK_MONOTONIC` is the
    /// wall clock less the time of boot (Libc, gen/clock_gettime.c), so it follows each adjustment of
    /// the wall clock; `CLOCK_UPTIME_RAW` stops while asleep. `ContinuousClock` uses this one too.
    static var clock: clockid_t { CLOCK_MONOTONIC_RAW }

    /// `nil` where the system does not say, as in some sandboxes.
    static func bootIdentity() -> [UInt8]? {
      var bytes = [CChar](repeating: 0, count: 64)
      var size = bytes.count
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
      return bytes.prefix(size).map { UInt8(bitPattern: $0) }
    }
  }

#endif
