// Owns: reading the system's clocks. What they are called is in `Platform/`.

import SystemLibrary

/// The machine's own clocks.
public struct SystemQueueClock: QueueClock {
  /// Added to the wall clock, e.g. to show that a wrong one does no harm; zero otherwise.
  public let wallOffset: Duration
  private let boot: String?

  public init(wallOffset: Duration = .zero) {
    self.wallOffset = wallOffset
    boot = SystemUptime.bootIdentity().flatMap(Self.text)
  }

  public func reading() -> ClockReading {
    ClockReading(
      wall: Self.time(CLOCK_REALTIME) + wallOffset, uptime: Self.time(SystemUptime.clock),
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

  private static func text(_ bytes: [UInt8]) -> String? {
    let visible = bytes.prefix { (0x21...0x7E).contains($0) }
    return visible.isEmpty ? nil : String(decoding: visible, as: UTF8.self)
  }
}
