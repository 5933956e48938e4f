// Owns: cutting bytes into runs of a kind, in one pass each: what can be text, hex, base 64, UTF-16.

enum ByteRuns {
  /// The runs that can hold an encoded text, kept apart by a zero byte. What a decoding makes of
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
              result.append(0)
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

  /// Calls `use` with the digits' values of every run that is long enough.
  ///
  /// - Parameter plain: Whether all digits of the run are of `0-9a-f`.
  static func digits(
    in bytes: [UInt8], of alphabet: Alphabet, atLeast length: Int,
    _ use: (_ run: [UInt8], _ plain: Bool) -> Void
  ) {
    var run: [UInt8] = []
    bytes.withUnsafeBufferPointer { bytes in
      alphabet.values.withUnsafeBufferPointer { values in
        var index = 0
        var isPlain = true
        while index <= bytes.count {
          let value = index == bytes.count ? Alphabet.none : values[Int(bytes[index])]
          if value < Alphabet.between {
            run.append(value)
            let byte = bytes[index]
            if byte > 0x66 || byte < 0x61 && byte > 0x39 || byte < 0x30 { isPlain = false }
          } else if value == Alphabet.none {
            if run.count >= length { use(run, isPlain) }
            if !run.isEmpty { run.removeAll(keepingCapacity: true) }
            isPlain = true
          }
          index &+= 1
        }
      }
    }
  }

  /// Every second byte of the runs in which the other ones are zero.
  static func spread(in bytes: [UInt8], atLeast length: Int) -> [UInt8] {
    var result: [UInt8] = []
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index &+ 1 < bytes.count {
        var end = index
        while end &+ 1 < bytes.count, bytes[end] != 0, bytes[end &+ 1] == 0 { end &+= 2 }
        if (end - index) / 2 >= length {
          for place in stride(from: index, to: end, by: 2) { result.append(bytes[place]) }
          result.append(0)
        }
        index = max(end, index &+ 1)
      }
    }
    return result
  }
}
