// Owns: the last bytes of a channel.

struct OutputTail {
  /// 64 KiB: more than a terminal's page of diagnostics, little enough for many parallel clients.
  static let byteLimit = 64 << 10

  private var held: [UInt8] = []

  var bytes: [UInt8] { Array(held.suffix(Self.byteLimit)) }

  mutating func append(_ bytes: [UInt8]) {
    held += bytes.count > Self.byteLimit ? Array(bytes.suffix(Self.byteLimit)) : bytes
    // Twice the limit before moving anything: the cost of moving stays constant a byte.
    if held.count > 2 * Self.byteLimit { held.removeFirst(held.count - Self.byteLimit) }
  }
}
