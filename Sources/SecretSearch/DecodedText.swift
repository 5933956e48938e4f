// Owns: replacing marked places of a text, and keeping what is around them. The rest was already
// searched unchanged, and every further decoding would go through all of it again.

enum DecodedText {
  /// More than any encoded secret is long.
  private static let reach = 400

  /// - Parameters:
  ///   - mark: The byte with which an encoded character begins.
  ///   - decode: What is at a mark, and how many bytes it takes there; `nil` where nothing is
  ///     encoded.
  /// - Returns: The decoded places with what is around them, kept apart by a separator.
  static func around(
    _ mark: UInt8, in bytes: [UInt8], decode: ([UInt8], Int) -> ([UInt8], Int)?
  ) -> [UInt8] {
    var result: [UInt8] = []
    /// Up to where the input has been taken or decoded.
    var taken = 0
    var index = 0
    var hasOpenPlace = false
    while let place = ByteRuns.next(mark, in: bytes, from: index) {
      guard let (decoded, count) = decode(bytes, place) else {
        index = place + 1
        continue
      }
      let isNear = hasOpenPlace && place - taken <= 2 * reach
      if isNear {
        result += bytes[taken..<place]
      } else {
        if hasOpenPlace {
          result += bytes[taken..<min(place, taken + reach)]
          result.append(ByteClass.separator)
        }
        result += bytes[max(taken, place - reach)..<place]
      }
      result += decoded
      taken = place + count
      index = taken
      hasOpenPlace = true
    }
    if hasOpenPlace { result += bytes[taken..<min(bytes.count, taken + reach)] }
    return result
  }
}
