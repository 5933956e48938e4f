import CBytes
import SystemLibrary

/// Bytes cut into runs of a kind, in one pass each: what can be text, hex, base 32 and 64.
enum ByteRuns {
  /// The runs that can hold an encoded text, kept apart by a separator. What a decoding makes of
  /// digests and tokens is noise, and noise decoded again would cost more than all the rest.
  static func printable(in bytes: [UInt8], atLeast length: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count + 1) { output, count in
      count = cbytes_printable_runs(bytes, bytes.count, printables, length, output.baseAddress)
    }
  }

  private static let printables = (UInt8.min...UInt8.max).map { byte -> UInt8 in
    ByteClass.isPrintable(byte) ? 1 : 0
  }

  static func has(_ wanted: UInt8, in bytes: [UInt8]) -> Bool {
    next(wanted, in: bytes, from: 0) != nil
  }

  /// The first place from `start` on at which the byte is.
  static func next(_ wanted: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let place = memchr(base + start, Int32(wanted), bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(place) - base
    }
  }

  /// What a digit is worth in an alphabet, and which bytes may be between two digits.
  struct Alphabet: Sendable {
    static let none = UInt8(CBYTES_NO_DIGIT)
    static let between = UInt8(CBYTES_BETWEEN)

    fileprivate let values: [UInt8]

    /// - Parameter value: `nil` for what ends a run.
    init(_ value: (UInt8) -> UInt8?) {
      values = (UInt8.min...UInt8.max).map { value($0) ?? Self.none }
    }
  }

  /// Every run of digits as the bytes that it may encode: from each of its first digits on, as
  /// many as make whole bytes.
  ///
  /// - Parameters:
  ///   - bits: Of a digit.
  ///   - length: Shorter runs are left out.
  static func decoded(
    _ bytes: [UInt8], _ alphabet: Alphabet, bits: Int, atLeast length: Int
  ) -> [[UInt8]] {
    let values = runs(in: bytes, of: alphabet, atLeast: length, leavingOutHex: bits > 4)
    guard !values.isEmpty else { return [] }
    // 2, 8 and 4 digits make whole bytes of 4, 5 and 6 bits.
    let offsets = bits == 4 ? 2 : bits == 5 ? 8 : 4
    return (0..<offsets).map { packed(values, bits: bits, from: $0) }
  }

  /// The digits' values of every run that is long enough, with a separator after each.
  ///
  /// - Parameter leavingOutHex: Whether runs of 32 and more hex digits are left out: digests and
  ///   tokens. Digits of another kind look like them only by one chance in millions.
  private static func runs(
    in bytes: [UInt8], of alphabet: Alphabet, atLeast length: Int, leavingOutHex: Bool
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count + 1) { output, count in
      count = cbytes_digit_runs(
        bytes, bytes.count, alphabet.values, length, leavingOutHex ? 1 : 0, output.baseAddress)
    }
  }

  private static func packed(_ values: [UInt8], bits: Int, from offset: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: values.count) { output, count in
      count = cbytes_pack(values, values.count, UInt32(bits), offset, output.baseAddress)
    }
  }
}
