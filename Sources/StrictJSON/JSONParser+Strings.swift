// Owns: what is between quotes in JSON: characters, escapes, surrogate pairs.

extension JSONParser {
  mutating func string() throws(JSONSyntaxError) -> String {
    index += 1
    var text: [UInt8] = []
    while true {
      guard let byte = peek else { throw error("the text ends inside a string") }
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try escape(into: &text)
      case 0..<0x20:
        throw error("found a control character in a string; write it as \\u00XX")
      default: takePlain(into: &text)
      }
    }
  }

  /// Takes all bytes up to one that means something in a string, at once: bodies of a megabyte are
  /// read many times in a run.
  private mutating func takePlain(into text: inout [UInt8]) {
    let (length, continuations) = bytes.withUnsafeBufferPointer { bytes in
      var end = index
      var continuations = 0
      while end < bytes.count {
        let byte = bytes[end]
        if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
        if byte & 0xC0 == 0x80 { continuations += 1 }
        end += 1
      }
      return (end - index, continuations)
    }
    text += bytes[index..<index + length]
    index += length
    continuationCount += continuations
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    index += 1
    let plain: UInt8
    switch peek {
    case UInt8(ascii: "\""): plain = UInt8(ascii: "\"")
    case UInt8(ascii: "\\"): plain = UInt8(ascii: "\\")
    case UInt8(ascii: "/"): plain = UInt8(ascii: "/")
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "n"): plain = 0x0A
    case UInt8(ascii: "r"): plain = 0x0D
    case UInt8(ascii: "t"): plain = 0x09
    case UInt8(ascii: "u"):
      text.append(contentsOf: Array(String(try unicodeEscape()).utf8))
      return
    default:
      throw error(
        #"found \#(found) after a backslash; JSON has \" \\ \/ \b \f \n \r \t \uXXXX"#)
    }
    text.append(plain)
    index += 1
  }

  /// Reads `uXXXX`, and the second half of a surrogate pair; a lone half is refused.
  private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let high = try hexUnit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    let isPair =
      high < 0xDC00 && index + 1 < bytes.count
      && bytes[index] == UInt8(ascii: "\\") && bytes[index + 1] == UInt8(ascii: "u")
    guard isPair else { throw error("found half of a surrogate pair, which is no character") }
    index += 1
    let low = try hexUnit()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    else { throw error("found half of a surrogate pair, which is no character") }
    return scalar
  }

  private mutating func hexUnit() throws(JSONSyntaxError) -> UInt32 {
    index += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 128
      else { throw error("found \(found) in \\u, where four hex digits must stand") }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }
}
