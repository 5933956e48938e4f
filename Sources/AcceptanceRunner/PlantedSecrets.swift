// Owns: looking for many secrets at once in a stream of any length, each as it is and as programs
// that log requests spell it. Does not own: the stream's chunks (SecretWatch).

/// By Wu and Manber's shifts over the last eight bytes of each spelling: a client may write a hundred
/// megabytes, and a build for debugging has to keep up, so most bytes must not be looked at.
struct PlantedSecrets {
  /// Shorter secrets are not looked for: they would be found everywhere.
  static let shortest = 8
  private static let width = shortest

  /// How far the window may move, by its last two bytes.
  private var shifts = [UInt8](repeating: UInt8(width - 1), count: 1 << 16)
  /// Spellings by their last two bytes.
  private var byTail: [Int: [[UInt8]]] = [:]
  /// Of a spelling, in bytes.
  private(set) var longest = 0

  mutating func insert(_ secret: [UInt8]) {
    guard secret.count >= Self.shortest else { return }
    for spelling in Self.spellings(of: secret) { insert(spelling: spelling) }
  }

  private mutating func insert(spelling: [UInt8]) {
    let window = Array(spelling.suffix(Self.width))
    for place in 1..<Self.width {
      let block = Self.block(window[place - 1], window[place])
      shifts[block] = min(shifts[block], UInt8(Self.width - 1 - place))
    }
    let tail = Self.block(window[Self.width - 2], window[Self.width - 1])
    guard byTail[tail]?.contains(spelling) != true else { return }
    byTail[tail, default: []].append(spelling)
    longest = max(longest, spelling.count)
  }

  func isAny(in bytes: [UInt8]) -> Bool {
    guard !byTail.isEmpty else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      shifts.withUnsafeBufferPointer { shifts in
        let count = bytes.count
        var end = Self.width
        while end <= count {
          let block = Int(bytes[end &- 2]) &<< 8 | Int(bytes[end &- 1])
          let shift = Int(shifts[block])
          if shift == 0 {
            if isAny(endingAt: end, in: bytes, block) { return true }
            end &+= 1
          } else {
            end &+= shift
          }
        }
        return false
      }
    }
  }

  private func isAny(
    endingAt end: Int, in bytes: UnsafeBufferPointer<UInt8>, _ block: Int
  ) -> Bool {
    byTail[block]?.contains { spelling in
      end >= spelling.count && bytes[(end - spelling.count)..<end].elementsEqual(spelling)
    } ?? false
  }

  private static func block(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first) << 8 | Int(second)
  }
}

extension PlantedSecrets {
  /// As it is, backwards, and as base 64, hex, percent encoding, `\u` escapes and UTF-16 make it.
  /// Spelt out here instead of undone there: no stream has to be kept until it makes sense.
  static func spellings(of secret: [UInt8]) -> [[UInt8]] {
    var spellings: [[UInt8]] = [secret, secret.reversed()]
    spellings.append(Array(secret.flatMap { [$0, 0] }.dropLast()))
    for isUpper in [false, true] {
      for mark in ["", "%", "\\u00"] { spellings.append(hex(secret, after: mark, isUpper)) }
    }
    for last in ["+/", "-_"] {
      for ahead in 0...2 { spellings.append(base64(secret, after: ahead, last)) }
    }
    return spellings
  }

  private static func hex(_ bytes: [UInt8], after mark: String, _ isUpper: Bool) -> [UInt8] {
    var text: [UInt8] = []
    for byte in bytes {
      let digits = String(byte, radix: 16, uppercase: isUpper)
      text += mark.utf8
      if byte < 16 { text.append(0x30) }
      text += digits.utf8
    }
    return text
  }

  /// Without the digits that hang on what stands before and after.
  ///
  /// - Parameters:
  ///   - count: How many bytes stand before it, modulo three.
  ///   - last: The alphabet's last two digits.
  private static func base64(_ secret: [UInt8], after count: Int, _ last: String) -> [UInt8] {
    let alphabet = Array(
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
    let bytes = [UInt8](repeating: 0, count: count) + secret
    let firstOwn = (8 * count + 5) / 6
    return (firstOwn..<(8 * bytes.count / 6)).map { digit in
      let byte = 6 * digit / 8
      let shift = 10 - 6 * digit % 8
      let next: UInt8 = byte + 1 < bytes.count ? bytes[byte + 1] : 0
      let pair = Int(bytes[byte]) << 8 | Int(next)
      return alphabet[pair >> shift & 0x3F]
    }
  }
}
