// Owns: the parser's way through the bytes: looking, taking, line and column, and what a message says
// was found. Does not own: what they mean (JSONParser).

extension JSONParser {
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func skipWhitespace() {
    while let byte = peek {
      switch byte {
      case 0x0A:
        index += 1
        beginLine()
      case 0x20, 0x09, 0x0D: index += 1
      default: return
      }
    }
  }

  mutating func skipToEnd() {
    while let byte = peek {
      index += 1
      if byte == 0x0A { beginLine() }
      if byte & 0xC0 == 0x80 { continuationCount += 1 }
    }
  }

  mutating func beginLine() {
    line += 1
    lineStart = index
    continuationCount = 0
  }

  var position: SourcePosition {
    SourcePosition(line: line, column: index - lineStart - continuationCount + 1)
  }

  var found: String {
    guard let byte = peek else { return "the end of the text" }
    guard (0x21...0x7E).contains(byte) else { return "a character that is not visible ASCII" }
    return "\(Unicode.Scalar(byte))"
  }

  func error(_ reason: String, _ kind: JSONSyntaxError.Kind = .syntax) -> JSONSyntaxError {
    let isAtEnd = kind == .syntax && peek == nil
    return JSONSyntaxError(position: position, kind: isAtEnd ? .end : kind, reason: reason)
  }

  func quoted(_ name: String) -> String {
    String(decoding: JSONWriter.bytes(of: .string(String(name.prefix(40)))), as: UTF8.self)
  }

  /// The offset of the first byte that belongs to no UTF-8 sequence.
  static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var codec = UTF8()
    var source = bytes.makeIterator()
    var offset = 0
    while true {
      switch codec.decode(&source) {
      case .scalarValue(let scalar): offset += String(scalar).utf8.count
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
