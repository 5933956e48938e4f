// Owns: RFC 8259 text → JSONNode, with positions, and nothing beyond the RFC accepted.

package struct JSONParser {
  package enum RepeatedNames: Sendable {
    case refused
    /// As most servers do: the last one counts, the earlier ones are dropped.
    case lastWins
  }

  /// Deeper nesting than this is refused, so that a hostile body cannot exhaust the stack.
  package static let depthLimit = 200

  private let bytes: [UInt8]
  private let repeatedNames: RepeatedNames
  private var index = 0
  private var line = 1
  private var lineStart = 0
  /// Bytes of this line so far that continue a character: columns count characters.
  private var continuationCount = 0
  private var depth = 0

  private init(_ bytes: [UInt8], repeatedNames: RepeatedNames) {
    self.bytes = bytes
    self.repeatedNames = repeatedNames
  }

  /// - Throws: `JSONSyntaxError` at the first byte that is no JSON.
  package static func parse(
    _ bytes: some Sequence<UInt8>, repeatedNames: RepeatedNames = .refused
  ) throws(JSONSyntaxError) -> JSONNode {
    let bytes = Array(bytes)
    if let bad = firstInvalidUTF8(bytes) {
      var parser = JSONParser(Array(bytes[..<bad]), repeatedNames: repeatedNames)
      parser.skipToEnd()
      throw parser.error("found a byte that is not UTF-8; the text must be UTF-8 throughout")
    }
    var parser = JSONParser(bytes, repeatedNames: repeatedNames)
    parser.skipWhitespace()
    let node = try parser.value()
    parser.skipWhitespace()
    guard parser.peek == nil else {
      throw parser.error("found \(parser.found) after the value; the text must end here")
    }
    return node
  }

  package static func parse(
    _ text: String, repeatedNames: RepeatedNames = .refused
  ) throws(JSONSyntaxError) -> JSONNode {
    try parse(text.utf8, repeatedNames: repeatedNames)
  }
}

// MARK: - Values

extension JSONParser {
  private mutating func value() throws(JSONSyntaxError) -> JSONNode {
    let start = position
    switch peek {
    case UInt8(ascii: "{"): return JSONNode(content: try object(), position: start)
    case UInt8(ascii: "["): return JSONNode(content: try array(), position: start)
    case UInt8(ascii: "\""): return JSONNode(content: .string(try string()), position: start)
    case UInt8(ascii: "t"): return try word("true", .bool(true), start)
    case UInt8(ascii: "f"): return try word("false", .bool(false), start)
    case UInt8(ascii: "n"): return try word("null", .null, start)
    case .some(0x2D), .some(0x30...0x39):
      return JSONNode(content: .number(try number()), position: start)
    default: throw error("found \(found), where a value must stand")
    }
  }

  private mutating func word(
    _ word: String, _ content: JSONNode.Content, _ start: SourcePosition
  ) throws(JSONSyntaxError) -> JSONNode {
    guard bytes[index...].starts(with: word.utf8) else {
      throw error("found a word that JSON does not have; it has only true, false and null")
    }
    index += word.utf8.count
    return JSONNode(content: content, position: start)
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONNode.Content {
    try open()
    var members: [JSONNode.Member] = []
    // By bytes: Swift's strings take different spellings of one character for equal.
    var places: [[UInt8]: Int] = [:]
    skipWhitespace()
    if take("}") { return close(.object([])) }
    while true {
      skipWhitespace()
      let namePosition = position
      guard peek == UInt8(ascii: "\"") else {
        throw error(
          members.isEmpty
            ? "found \(found), where a name in quotes or } must stand"
            : "found \(found) after a comma, where a name in quotes must stand")
      }
      let name = try string()
      skipWhitespace()
      guard take(":") else { throw error("found \(found), where : must stand") }
      skipWhitespace()
      let member = JSONNode.Member(name: name, namePosition: namePosition, node: try value())
      if let place = places[Array(name.utf8)] {
        guard repeatedNames == .lastWins else {
          throw JSONSyntaxError(
            position: namePosition,
            reason: "the name \(quoted(name)) stands twice in this object "
              + "(first at \(members[place].namePosition)); each name may stand once")
        }
        members[place] = member
      } else {
        places[Array(name.utf8)] = members.count
        members.append(member)
      }
      skipWhitespace()
      if take(",") { continue }
      if take("}") { return close(.object(members)) }
      throw error("found \(found), where , or } must stand")
    }
  }

  private mutating func array() throws(JSONSyntaxError) -> JSONNode.Content {
    try open()
    var elements: [JSONNode] = []
    skipWhitespace()
    if take("]") { return close(.array([])) }
    while true {
      skipWhitespace()
      guard peek != UInt8(ascii: "]") else {
        throw error("found ] after a comma, where a value must stand")
      }
      elements.append(try value())
      skipWhitespace()
      if take(",") { continue }
      if take("]") { return close(.array(elements)) }
      throw error("found \(found), where , or ] must stand")
    }
  }

  private mutating func open() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= Self.depthLimit else {
      throw error("nested deeper than \(Self.depthLimit) levels, which is the limit")
    }
    index += 1
  }

  private mutating func close(_ content: JSONNode.Content) -> JSONNode.Content {
    depth -= 1
    return content
  }

  private mutating func number() throws(JSONSyntaxError) -> String {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    if let next = peek, next == UInt8(ascii: ".") || (48...57).contains(next) {
      throw error("found \(found) in a number; JSON writes numbers without leading zeros")
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(JSONSyntaxError) {
    guard let first = peek, (48...57).contains(first) else {
      throw error("found \(found) in a number, where a digit must stand")
    }
    while let digit = peek, (48...57).contains(digit) { index += 1 }
  }
}

// MARK: - Strings

extension JSONParser {
  private mutating func string() throws(JSONSyntaxError) -> String {
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

// MARK: - Position

extension JSONParser {
  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipWhitespace() {
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

  private mutating func skipToEnd() {
    while let byte = peek {
      index += 1
      if byte == 0x0A { beginLine() }
      if byte & 0xC0 == 0x80 { continuationCount += 1 }
    }
  }

  private mutating func beginLine() {
    line += 1
    lineStart = index
    continuationCount = 0
  }

  private var position: SourcePosition {
    SourcePosition(line: line, column: index - lineStart - continuationCount + 1)
  }

  private var found: String {
    guard let byte = peek else { return "the end of the text" }
    guard (0x21...0x7E).contains(byte) else { return "a character that is not visible ASCII" }
    return "\(Unicode.Scalar(byte))"
  }

  private func error(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(position: position, reason: reason)
  }

  private func quoted(_ name: String) -> String {
    String(decoding: JSONWriter.bytes(of: .string(String(name.prefix(40)))), as: UTF8.self)
  }

  /// The offset of the first byte that belongs to no UTF-8 sequence.
  private static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
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
