// Owns: the port to time and chance. Does not own: what the system's clocks are called
// (SystemQueueClock).

/// Where a queue reads and awaits time; replaced in tests.
public protocol QueueClock: Sendable {
  /// Called several times per send; must be cheap and must not block.
  func reading() -> ClockReading

  /// Returns after at least `duration`, or throws `CancellationError` at once when cancelled.
  func sleep(for duration: Duration) async throws
}

/// Chance and names, as arguments, so that a test knows them beforehand.
public struct QueueSources: Sendable {
  public var clock: any QueueClock
  /// In `0 ..< 1`, a new one each time; drawn once per failed send.
  public var jitter: @Sendable () -> Double
  /// A text that no other process, launch or device will ever make; 1 to 255 visible ASCII
  /// characters. Drawn for tasks, operations, keys and lease owners.
  public var identifier: @Sendable () -> String

  public init(
    clock: any QueueClock = SystemQueueClock(),
    jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    identifier: @escaping @Sendable () -> String = { RandomIdentifier.make() }
  ) {
    self.clock = clock
    self.jitter = jitter
    self.identifier = identifier
  }
}

/// Identifiers in the form of a version 4 UUID.
public enum RandomIdentifier {
  /// 122 bits of the system's randomness, lower-case.
  public static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = (generator.next() & ~0xF000) | 0x4000
    let low = (generator.next() & ~(0xC0 << 56)) | (0x80 << 56)
    let digits = hex(high) + hex(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  private static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
