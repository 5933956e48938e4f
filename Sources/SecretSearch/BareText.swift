// Owns: what of a text is compared: its letters and digits, without case. Line breaks, spaces,
// punctuation, zero bytes (UTF-16) and ECMA-48 control sequences (colours) are left out, so that
// nothing that is put between the letters of a secret hides it. Works on chunks of any length.

import CBytes

struct BareText: Sendable {
  private(set) var letters: [UInt8] = []
  private var escape = Escape.none

  private enum Escape {
    case none
    /// After ESC.
    case begun
    /// After ESC [, with so many bytes of parameters.
    case parameters(Int)
  }

  /// A longer sequence is none.
  private static let longestSequence = 32

  static func letters(of bytes: [UInt8]) -> [UInt8] {
    var text = BareText()
    text.append(bytes)
    return text.letters
  }

  mutating func append(_ bytes: [UInt8]) {
    letters.reserveCapacity(letters.count + bytes.count)
    var index = 0
    while index < bytes.count {
      if case .none = escape {
        index = appendPlain(bytes, from: index)
      } else {
        index = skip(bytes[index], at: index)
      }
    }
  }

  /// Keeps the last `count` letters.
  mutating func keep(last count: Int) {
    guard letters.count > count else { return }
    letters = Array(letters[(letters.count - count)...])
  }

  /// Up to the end or after the next ESC.
  private mutating func appendPlain(_ bytes: [UInt8], from start: Int) -> Int {
    var used = 0
    letters += [UInt8](unsafeUninitializedCapacity: bytes.count - start) { output, count in
      bytes.withUnsafeBufferPointer { input in
        guard let input = input.baseAddress else { return }
        count = cbytes_fold(
          input + start, bytes.count - start, Self.folds, Self.escapeByte, &used,
          output.baseAddress)
      }
    }
    let end = start + used
    if used > 0, bytes[end - 1] == Self.escapeByte { escape = .begun }
    return end
  }

  private static let escapeByte: UInt8 = 0x1B

  /// - Returns: The place of the byte to go on with.
  private mutating func skip(_ byte: UInt8, at index: Int) -> Int {
    switch (escape, byte) {
    case (.begun, 0x5B): escape = .parameters(0)
    case (.parameters(let count), 0x20...0x3F) where count < Self.longestSequence:
      escape = .parameters(count + 1)
    case (.parameters, 0x40...0x7E): escape = .none
    case (.begun, _), (.parameters, _), (.none, _):
      escape = .none
      return index
    }
    return index + 1
  }

  /// Each letter and digit without case; 0 for what is neither.
  private static let folds: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    ByteClass.isAlphanumeric(byte) ? ByteClass.folded(byte) : 0
  }
}

/// What a byte is in a text.
enum ByteClass {
  /// Stands between pieces of decoded text that were not next to each other: compared like a letter,
  /// and none in any UTF-8 text.
  static let separator = UInt8(CBYTES_SEPARATOR)

  /// Without case.
  static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
  }

  static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) || (0x09...0x0D).contains(byte) || byte == 0x1B
  }

  /// What a hex digit is worth.
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
