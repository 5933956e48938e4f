// Owns: RFC 8259 text → JSONNode, with positions, and nothing beyond the RFC accepted.
// Does not own: what stands in quotes (JSONParser+Strings) or where it stands (JSONParser+Places).

package struct JSONParser {
  package enum RepeatedNames: Sendable {
    case refused
    /// As most servers do: the last one counts, the earlier ones are dropped.
    case lastWins
  }

  /// Deeper nesting than this is refused, so that a hostile body cannot exhaust the stack.
  package static let depthLimit = 200

  let bytes: [UInt8]
  private let repeatedNames: RepeatedNames
  var index = 0
  var line = 1
  var lineStart = 0
  /// Bytes of this line so far that continue a character: columns count characters.
  var continuationCount = 0
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
    var names = MemberNames()
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
      if let place = names.place(of: name, among: members) {
        guard repeatedNames == .lastWins else {
          throw JSONSyntaxError(
            position: namePosition,
            reason: "the name \(quoted(name)) stands twice in this object "
              + "(first at \(members[place].namePosition)); each name may stand once")
        }
        members[place] = member
      } else {
        members.append(member)
        names.added(members)
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

/// Where each name of an object stands. By bytes: Swift's strings take different spellings of one
/// character for equal.
private struct MemberNames {
  /// Up to here looking through them is quicker than a table, and most objects are smaller.
  private static let smallCount = 12

  /// Filled once the object is no longer small.
  private var places: [[UInt8]: Int] = [:]

  func place(of name: String, among members: [JSONNode.Member]) -> Int? {
    guard members.count <= Self.smallCount else { return places[Array(name.utf8)] }
    return members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// To be called after each that is added.
  mutating func added(_ members: [JSONNode.Member]) {
    guard members.count > Self.smallCount else { return }
    let first = places.isEmpty ? 0 : members.count - 1
    for index in first..<members.count { places[Array(members[index].name.utf8)] = index }
  }
}
