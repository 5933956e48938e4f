import Foundation

/// Ways in which programs write a text, made by Foundation and by hand, not by what is tested.
enum Encoded {
  typealias Make = @Sendable (String) -> String
  typealias Named = (name: String, make: Make)

  static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  static func each(_ format: String, separator: String = "") -> Make {
    { text in
      text.utf8.map { String(format: format, Int($0)) }.joined(separator: separator)
    }
  }

  static func wrapped(_ text: String, at column: Int, by lineEnd: String = "\n") -> String {
    stride(from: 0, to: text.utf8.count, by: column).map { start in
      String(text.dropFirst(start).prefix(column))
    }.joined(separator: lineEnd)
  }

  static func bits(_ text: String, _ width: Int, _ alphabet: String) -> String {
    let digits = Array(alphabet)
    let bits = text.utf8.map { byte in
      let short = String(byte, radix: 2)
      return String(repeating: "0", count: 8 - short.count) + short
    }.joined()
    return wrapped(bits, at: width).split(separator: "\n").map { group in
      let filled = group + String(repeating: "0", count: width - group.count)
      return String(digits[Int(filled, radix: 2) ?? 0])
    }.joined()
  }

  static let base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

  /// Lines of 16 bytes: an offset, what `bytes` makes of them, and the text beside.
  static func dump(
    _ text: String, offset: String = "%08x  ", beside: Bool = true, _ bytes: Make
  ) -> String {
    let all = Array(text.utf8)
    return stride(from: 0, to: all.count, by: 16).map { start in
      let line = String(decoding: all[start..<min(start + 16, all.count)], as: UTF8.self)
      return String(format: offset, start) + bytes(line) + (beside ? "  |\(line)|" : "")
    }.joined(separator: "\n") + "\n"
  }

  /// Numbers of the bytes of a group each, the last byte first.
  static func words(_ count: Int, _ format: String) -> Make {
    { text in
      let bytes = Array(text.utf8)
      return stride(from: 0, to: bytes.count, by: count).map { start in
        let group = bytes[start..<min(start + count, bytes.count)]
        let value = group.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return String(format: format, value)
      }.joined(separator: " ")
    }
  }

  /// Of any text of letters: what a reader of logs could turn back into it.
  static let all: [Named] = texts + numbers + bases + basesAfter + dumps + nested

  private static let texts: [Named] = [
    ("in clear", { $0 }), ("upper case", { $0.uppercased() }),
    ("mixed case", { $0.capitalized }), ("backwards", { String($0.reversed()) }),
    ("spaced", { $0.map(String.init).joined(separator: " ") }),
    ("with dashes", { wrapped($0, at: 4, by: "-") }),
    ("over two lines", { wrapped($0, at: 10) }),
    ("over lines with a carriage return", { wrapped($0, at: 3, by: "\r\n") }),
    ("coloured", { wrapped($0, at: 5, by: "\u{1B}[31;1m") }),
    ("coloured by every letter", { wrapped($0, at: 1, by: "\u{1B}[0m\u{1B}[38;5;12m") }),
    ("around a hyperlink", { wrapped($0, at: 7, by: "\u{1B}]8;;http://x/\u{1B}\\") }),
    ("in a title", { "\u{1B}]0;\($0)\u{07}" }),
    ("coloured in JSON", { wrapped($0, at: 5, by: "\\u001b[31m") }),
    ("UTF-16", { $0.map { "\($0)\u{0}" }.joined() }),
    ("UTF-32", { $0.map { "\u{0}\u{0}\u{0}\($0)" }.joined() }),
  ]

  private static let numbers: [Named] = [
    ("hex", each("%02x")), ("HEX", each("%02X")), ("spaced hex", each("%02x", separator: " ")),
    ("hex with colons", each("%02X", separator: ":")), ("percent", each("%%%02X")),
    ("percent, some", { $0.replacing("k", with: "%6b").replacing("t", with: "%74") }),
    (#"\x"#, each("\\x%02x")), ("0x list", each("0x%02X", separator: ", ")),
    (#"\u"#, each("\\u%04x")), (#"\u{}"#, each("\\u{%x}")), (#"\U"#, each("\\U%08X")),
    ("%u", each("%%u%04X")), ("U+", each("U+%04X", separator: " ")),
    (#"\u, some"#, { $0.replacing("k", with: "\\u006b").replacing("t", with: "\\x74") }),
    ("JSON in JSON", { $0.replacing("k", with: "\\\\u006b") }),
    ("octal", each("\\%03o")), ("C octal", each("0%03o", separator: ", ")),
    ("octal, some", { $0.replacing("k", with: "\\153") }),
    ("entities", each("&#%d;")), ("hex entities", each("&#x%x;")),
    ("long entities", each("&#x%04X;")), ("padded entities", each("&#%04d;")),
    ("entities, some", { $0.replacing("k", with: "&#107;") }),
    ("decimal list", each("%d", separator: ", ")), ("binary", { bits($0, 1, "01") }),
    ("quoted-printable", each("=%02X")),
    ("quoted-printable lines", { wrapped($0, at: 5, by: "=\r\n").replacing("k", with: "=6B") }),
  ]

  private static let basesAfter: [Named] = ["", "1", "12", "123", "user:"].flatMap(bases)

  private static func bases(after lead: String) -> [Named] {
    [
      ("base 64 after \(lead)", { base64(lead + $0) }),
      ("base 64 within \(lead)", { base64(lead + $0 + "?>") }),
      ("base 64 wrapped after \(lead)", { wrapped(base64(lead + $0), at: 7) }),
      ("base 64 indented after \(lead)", { wrapped(base64(lead + $0), at: 11, by: "\n    ") }),
      ("base 32 after \(lead)", { bits(lead + $0, 5, base32Alphabet) }),
      ("small base 32 after \(lead)", { bits(lead + $0, 5, base32Alphabet.lowercased()) }),
      ("Crockford after \(lead)", { bits(lead + $0, 5, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") }),
    ]
  }

  private static let bases: [Named] = [
    ("base 64 without padding", { base64($0).replacing("=", with: "") }),
    (
      "base 64 for URLs",
      { base64("??>" + $0).replacing("+", with: "-").replacing("/", with: "_") }
    ),
    ("base 64 one by one", { wrapped(base64($0), at: 1) }),
  ]

  private static let dumps: [Named] = ["", "12345", "123456789", "1234567890"].flatMap(dumps)

  private static func dumps(after lead: String) -> [Named] {
    let small: [Named] = [
      ("hexdump", { dump(lead + $0, offset: "%07x ", beside: false, words(2, "%04lx")) }),
      ("od -x", { dump(lead + $0, offset: "%07o ", beside: false, words(2, "%04lx")) }),
      ("od", { dump(lead + $0, offset: "%07o ", beside: false, words(2, "%06lo")) }),
      ("od -t x1", { dump(lead + $0, offset: "%07o ", beside: false, each(" %02x")) }),
      ("od -t x4", { dump(lead + $0, offset: "%07o ", beside: false, words(4, "%08lx")) }),
      ("od -b", { dump(lead + $0, offset: "%07o ", beside: false, each(" %03o")) }),
      ("od -c", { dump(lead + $0, offset: "%07o ", beside: false, each("   %c")) }),
    ]
    let beside: [Named] = [
      ("hexdump -C", { dump(lead + $0, each("%02x", separator: " ")) }),
      ("xxd", { dump(lead + $0, offset: "%08x: ", xxd) }),
      ("short offsets", { dump(lead + $0, offset: "%04x ", xxd) }),
      ("text beside", { dump(lead + $0, each("..", separator: " ")) }),
      ("a prefix", { dump(lead + $0, offset: "DEBUG %04x: ", each("%02X", separator: " ")) }),
    ]
    return (small + beside).map { ("\($0.name) after \(lead)", $0.make) }
  }

  private static func xxd(_ line: String) -> String {
    wrapped(line, at: 2).split(separator: "\n").map { each("%02x")(String($0)) }
      .joined(separator: " ")
  }

  private static let nested: [Named] = [
    ("base 64 twice", { base64(base64($0)) }), ("base 64 of hex", { base64(each("%02x")($0)) }),
    ("base 64 of percent", { base64(each("%%%02x")($0)) }),
    ("hex of base 64", { each("%02x")(base64($0)) }),
    ("percent twice", { each("%%25%02x")($0) }),
    ("base 64 of some escapes", { base64($0.replacing("k", with: "\\u006b")) }),
    ("a dump of base 64", { dump(base64($0), each("%02x", separator: " ")) }),
    ("base 32 of base 64", { bits(base64($0), 5, base32Alphabet) }),
  ]
}
