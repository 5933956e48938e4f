// Owns: what lenient servers accept beyond RFC 8259 (NaN, Infinity, lone surrogates, a byte order
// mark), rewritten so that the strict parser reads it and equal values stay equal.

import StrictJSON

enum PermissiveJSON {
  /// Stands for NaN: a string that no person types. A number could not: NaN has no digits.
  static let notANumber = "\u{10FFFD}NaN"

  /// `nil` where the bytes are no JSON to a lenient reader either.
  static func parse(_ bytes: [UInt8]) -> JSONValue? { strict(bytes) ?? strict(rewritten(bytes)) }

  /// `nil` where the bytes are no JSON by the RFC; of repeated names the last one counts.
  static func strict(_ bytes: [UInt8]) -> JSONValue? {
    do {
      return try JSONParser.parse(bytes, repeatedNames: .lastWins).value
    } catch {
      return nil
    }
  }

  static func rewritten(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.withUnsafeBufferPointer(mayDiffer) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var inString = false
    while index < bytes.count {
      let byte = bytes[index]
      if inString {
        if byte == UInt8(ascii: "\\") {
          index += copyEscape(bytes[index...], to: &result)
          continue
        }
        inString = byte != UInt8(ascii: "\"")
      } else if byte == UInt8(ascii: "\"") {
        inString = true
      } else if let (word, text) = constant(bytes[index...]) {
        result += text.utf8
        index += word
        continue
      }
      result.append(byte)
      index += 1
    }
    return result
  }

  /// Whether it contains anything that a strict reader could trip over: a quick check, because most
  /// bodies, also those of a megabyte, hold nothing of the kind.
  private static func mayDiffer(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"), UInt8(ascii: "N"), UInt8(ascii: "I"), 0xEF: return true
      default: index += 1
      }
    }
    return false
  }

  private static func constant(_ rest: ArraySlice<UInt8>) -> (length: Int, text: String)? {
    switch rest.first {
    case UInt8(ascii: "N") where rest.starts(with: "NaN".utf8): (3, "\"\(notANumber)\"")
    case UInt8(ascii: "I") where rest.starts(with: "Infinity".utf8): (8, "1e999")
    case UInt8(ascii: "-") where rest.starts(with: "-Infinity".utf8): (9, "-1e999")
    default: nil
    }
  }

  /// Copies one escape, or the pair that makes one character; returns how many bytes it took.
  private static func copyEscape(_ rest: ArraySlice<UInt8>, to result: inout [UInt8]) -> Int {
    guard let unit = unit(rest) else {
      result += rest.prefix(2)
      return min(2, rest.count)
    }
    if (0xD800..<0xDC00).contains(unit), let low = self.unit(rest.dropFirst(6)),
      (0xDC00...0xDFFF).contains(low)
    {
      result += rest.prefix(12)
      return 12
    }
    if (0xD800...0xDFFF).contains(unit),
      let substitute = Unicode.Scalar(0x10_F000 + UInt32(unit - 0xD800))
    {
      result += String(Character(substitute)).utf8
    } else {
      result += rest.prefix(6)
    }
    return 6
  }

  private static func unit(_ rest: ArraySlice<UInt8>) -> UInt16? {
    guard rest.count >= 6, rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
    else { return nil }
    return UInt16(Latin1.text(rest.dropFirst(2).prefix(4)), radix: 16)
  }
}
