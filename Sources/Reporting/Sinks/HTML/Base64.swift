// Owns: RFC 4648 base 64, for the policy's hash of the style sheet.

enum Base64 {
  static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var value = 0
      for byte in group { value = value << 8 | Int(byte) }
      value <<= 8 * (3 - group.count)
      for place in 0..<4 {
        result.append(
          place > group.count ? UInt8(ascii: "=") : digits[value >> (18 - 6 * place) & 63])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
