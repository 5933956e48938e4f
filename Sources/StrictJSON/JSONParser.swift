// Owns: RFC 8259 text → JSONNode, with positions, and nothing beyond the RFC accepted.
// Does not own: what is in quotes (JSONParser+Strings) or where it is (JSONParser+Places).

package struct JSONParser {
  package enum RepeatedNames: Sendable {
    case refused
    /// As most servers do: the last one counts, the earlier ones are dropped.
    case lastWins
  }

  /// Deeper nesting than this is refused: whoever walks through a value level by level needs a stack
  /// for it, and the system frees it level by level.
  package static let depthLimit = 200

  let bytes: [UInt8]
  private let repeatedNames: RepeatedNames
  var index = 0
  var line = 1
  var lineStart = 0
  /// Bytes of this line so far that continue a character: columns count characters.
  var continuationCount = 0

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
      throw parser.error(
        "found a byte that is not UTF-8; the text must be UTF-8 throughout", .encoding)
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

// With a stack of its own, and not the thread's: an unoptimised build takes 3 KiB of that for each
// level, and a thread that is not the first has 512 KiB on Apple's systems.

extension JSONParser {
  /// An array or object that has begun.
  private struct Container {
    let start: SourcePosition
    let isObject: Bool
    var elements: [JSONNode] = []
    var members: [JSONNode.Member] = []
    var names = MemberNames()
    /// Of the member whose value comes next.
    var name = ""
    var namePosition: SourcePosition

    init(start: SourcePosition, isObject: Bool) {
      self.start = start
      self.isObject = isObject
      namePosition = start
    }

    var node: JSONNode {
      JSONNode(content: isObject ? .object(members) : .array(elements), position: start)
    }
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONNode {
    var open: [Container] = []
    while true {
      guard var node = try begin(&open) else { continue }
      while let last = open.indices.last {
        try add(node, to: &open[last])
        guard try isOver(&open[last]) else { break }
        node = open.removeLast().node
      }
      if open.isEmpty { return node }
    }
  }

  /// - Returns: A value that is whole; `nil` where a container has begun that is not empty.
  private mutating func begin(_ open: inout [Container]) throws(JSONSyntaxError) -> JSONNode? {
    guard let first = peek, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return try scalar()
    }
    guard open.count < Self.depthLimit else {
      throw error("nested deeper than \(Self.depthLimit) levels, which is the limit", .depth)
    }
    var container = Container(start: position, isObject: first == UInt8(ascii: "{"))
    index += 1
    skipWhitespace()
    guard !take(container.isObject ? "}" : "]") else { return container.node }
    if container.isObject { try name(of: &container) }
    open.append(container)
    return nil
  }

  private mutating func scalar() throws(JSONSyntaxError) -> JSONNode {
    let start = position
    switch peek {
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

  private mutating func add(
    _ node: JSONNode, to container: inout Container
  ) throws(JSONSyntaxError) {
    guard container.isObject else { return container.elements.append(node) }
    let (name, position) = (container.name, container.namePosition)
    let member = JSONNode.Member(name: name, namePosition: position, node: node)
    guard let place = container.names.place(of: name, among: container.members) else {
      container.members.append(member)
      return container.names.added(container.members)
    }
    guard repeatedNames == .lastWins else {
      throw JSONSyntaxError(
        position: position, kind: .repeatedName,
        reason: "the name \(quoted(name)) stands twice in this object "
          + "(first at \(container.members[place].namePosition)); each name may stand once")
    }
    container.members[place] = member
  }

  /// Takes what comes after a value: the container's end, or a comma and what must follow it.
  private mutating func isOver(_ container: inout Container) throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    if take(container.isObject ? "}" : "]") { return true }
    guard take(",") else {
      throw error("found \(found), where , or \(container.isObject ? "}" : "]") must stand")
    }
    skipWhitespace()
    if container.isObject {
      try name(of: &container)
    } else if peek == UInt8(ascii: "]") {
      throw error("found ] after a comma, where a value must stand")
    }
    return false
  }

  private mutating func name(of container: inout Container) throws(JSONSyntaxError) {
    container.namePosition = position
    guard peek == UInt8(ascii: "\"") else {
      throw error(
        container.members.isEmpty
          ? "found \(found), where a name in quotes or } must stand"
          : "found \(found) after a comma, where a name in quotes must stand")
    }
    container.name = try string()
    skipWhitespace()
    guard take(":") else { throw error("found \(found), where : must stand") }
    skipWhitespace()
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

/// Where each name of an object is. By bytes: Swift's strings take different spellings of one
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
