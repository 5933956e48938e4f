// Owns: cutting bytes into runs of a kind, in one pass each: what can be text, hex, base 32 and 64.

enum ByteRuns {
  /// The runs that can hold an encoded text, kept apart by a separator. What a decoding makes of
  /// digests and tokens is noise, and noise decoded again would cost more than all the rest.
  static func printable(in bytes: [UInt8], atLeast length: Int) -> [UInt8] {
    var result: [UInt8] = []
    bytes.withUnsafeBufferPointer { bytes in
      printables.withUnsafeBufferPointer { printables in
        var start = 0
        var index = 0
        while index <= bytes.count {
          if index == bytes.count || !printables[Int(bytes[index])] {
            if index - start >= length {
              result += bytes[start..<index]
              result.append(ByteClass.separator)
            }
            start = index &+ 1
          }
          index &+= 1
        }
      }
    }
    return result
  }

  private static let printables = (UInt8.min...UInt8.max).map(ByteClass.isPrintable)

  static func has(_ wanted: UInt8, in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        if bytes[index] == wanted { return true }
        index &+= 1
      }
      return false
    }
  }

  /// What a digit is worth in an alphabet, and which bytes may stand between two digits.
  struct Alphabet: Sendable {
    static let none: UInt8 = 0xFF
    static let between: UInt8 = 0xFE

    fileprivate let values: [UInt8]

    /// - Parameter value: `nil` for what ends a run.
    init(_ value: (UInt8) -> UInt8?) {
      values = (UInt8.min...UInt8.max).map { value($0) ?? Self.none }
    }
  }

  /// Every run of digits as the bytes that it may stand for: from each of its first digits on, as
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
    [UInt8](unsafeUninitializedCapacity: bytes.count + 1) { buffer, count in
      bytes.withUnsafeBufferPointer { input in
        alphabet.values.withUnsafeBufferPointer { values in
          guard let output = buffer.baseAddress, let values = values.baseAddress else { return }
          var (start, index) = (0, 0)
          var isHex = true
          while index <= bytes.count {
            let value = index == bytes.count ? Alphabet.none : values[Int(input[index])]
            if value < Alphabet.between {
              output[count] = value
              count &+= 1
              if isHex, !isLowerHex(input[index]) { isHex = false }
            } else if value == Alphabet.none {
              let size = count &- start
              if size < length || leavingOutHex && isHex && size >= 32 {
                count = start
              } else {
                output[count] = ByteClass.separator
                count &+= 1
                start = count
              }
              isHex = true
            }
            index &+= 1
          }
        }
      }
    }
  }

  private static func isLowerHex(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte &- 0x61 < 6
  }

  private static func packed(_ values: [UInt8], bits: Int, from offset: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: values.count) { buffer, count in
      values.withUnsafeBufferPointer { input in
        guard let output = buffer.baseAddress, let input = input.baseAddress else { return }
        let size = values.count
        var (value, open, skipped): (UInt32, Int, Int) = (0, 0, offset)
        var index = 0
        while index < size {
          let digit = input[index]
          index &+= 1
          if digit == ByteClass.separator {
            output[count] = digit
            count &+= 1
            (open, skipped) = (0, offset)
          } else if skipped > 0 {
            skipped &-= 1
          } else {
            value = value &<< UInt32(truncatingIfNeeded: bits) | UInt32(digit)
            open &+= bits
            if open >= 8 {
              open &-= 8
              output[count] = UInt8(
                truncatingIfNeeded: value &>> UInt32(truncatingIfNeeded: open))
              count &+= 1
            }
          }
        }
      }
    }
  }
}
