// Owns: what the system's clocks and boots are called. The only file of this module that differs
// between platforms.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The machine's own clocks.
public struct SystemQueueClock: QueueClock {
  /// Added to the wall clock, e.g. to show that a wrong one does no harm; zero otherwise.
  public let wallOffset: Duration
  private let boot: String?

  public init(wallOffset: Duration = .zero) {
    self.wallOffset = wallOffset
    boot = Self.bootIdentity()
  }

  public func reading() -> ClockReading {
    ClockReading(
      wall: Self.time(CLOCK_REALTIME) + wallOffset, uptime: Self.time(Self.uptimeClock),
      boot: boot)
  }

  public func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: duration, clock: .continuous)
  }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    let status = clock_gettime(clock, &time)
    precondition(status == 0, "clock_gettime of a clock that every system has: errno \(errno)")
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  #if canImport(Darwin)
    /// Counts on while asleep, unlike `CLOCK_UPTIME_RAW`.
    private static var uptimeClock: clockid_t { CLOCK_MONOTONIC }

    private static func bootIdentity() -> String? {
      var bytes = [CChar](repeating: 0, count: 64)
      var size = bytes.count
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
      return text(bytes.prefix(size).map { UInt8(bitPattern: $0) })
    }
  #else
    /// Counts on while asleep, unlike `CLOCK_MONOTONIC`.
    private static var uptimeClock: clockid_t { CLOCK_BOOTTIME }

    private static func bootIdentity() -> String? {
      let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(file, &bytes, bytes.count)
      return count > 0 ? text(Array(bytes.prefix(count))) : nil
    }
  #endif

  private static func text(_ bytes: [UInt8]) -> String? {
    let visible = bytes.prefix { (0x21...0x7E).contains($0) }
    return visible.isEmpty ? nil : String(decoding: visible, as: UTF8.self)
  }
}
