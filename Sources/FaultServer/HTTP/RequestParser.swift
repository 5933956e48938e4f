// Owns: bytes → RequestHead, strictly: what two readers could understand in two ways is refused.
// Does not own: reading the bytes (Conversation) or the body (BodyReader).

enum HeadParse: Sendable, Hashable {
  case incomplete
  /// No HTTP/1.x request, or one over the limits; answered with this status.
  case malformed(status: Int)
  /// `length` bytes of the buffer belong to the head.
  case head(RequestHead, length: Int)
}

enum RequestParser {
  /// Request line and fields together. No real client comes near; nginx allows 32 KiB.
  static let headLimit = 65_536
  static let fieldLimit = 128

  static func parse(_ buffer: [UInt8]) -> HeadParse {
    guard let end = endOfHead(buffer) else {
      return buffer.count > headLimit ? .malformed(status: 431) : .incomplete
    }
    guard end <= headLimit else { return .malformed(status: 431) }
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    // Every line ends in CRLF; the last one is the empty line.
    for index in 0..<(end - 2) where buffer[index] == 0x0D && buffer[index + 1] == 0x0A {
      lines.append(buffer[start..<index])
      start = index + 2
    }
    let isClean = lines.allSatisfy { line in
      line.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
    guard isClean, let requestLine = lines.first, lines.count <= fieldLimit + 1,
      let (method, target, minorVersion) = parseRequestLine(requestLine)
    else { return .malformed(status: 400) }
    var fields: [RequestHead.Field] = []
    for line in lines.dropFirst() {
      guard let field = parseField(line) else { return .malformed(status: 400) }
      fields.append(field)
    }
    guard let framing = framing(of: fields, minorVersion: minorVersion) else {
      return .malformed(status: 400)
    }
    let head = RequestHead(
      method: method, target: target, minorVersion: minorVersion, fields: fields,
      framing: framing)
    guard head.values("Host").count <= 1 else { return .malformed(status: 400) }
    return .head(head, length: end)
  }

  private static func endOfHead(_ buffer: [UInt8]) -> Int? {
    guard buffer.count >= 4 else { return nil }
    return buffer.withUnsafeBufferPointer { bytes in
      var index = 3
      while index < bytes.count {
        // Most bytes are neither CR nor LF: four can be passed over at once.
        switch bytes[index] {
        case 0x0A:
          if bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A, bytes[index - 3] == 0x0D {
            return index + 1
          }
          index += 2
        case 0x0D: index += 1
        default: index += 4
        }
      }
      return nil
    }
  }

  private static func parseRequestLine(
    _ line: ArraySlice<UInt8>
  ) -> (method: String, target: String, minorVersion: Int)? {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(isTokenByte),
      !parts[1].isEmpty, parts[1].allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    let minorVersion: Int
    switch Array(parts[2]) {
    case Array("HTTP/1.1".utf8): minorVersion = 1
    case Array("HTTP/1.0".utf8): minorVersion = 0
    default: return nil
    }
    return (Latin1.text(parts[0]), Latin1.text(parts[1]), minorVersion)
  }

  private static func parseField(_ line: ArraySlice<UInt8>) -> RequestHead.Field? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isTokenByte)
    else { return nil }
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    var value = line[(colon + 1)...].drop(while: isSpace)
    while let last = value.last, isSpace(last) { value.removeLast() }
    return RequestHead.Field(name: Latin1.text(line[..<colon]).lowercased(), value: Array(value))
  }

  private static func framing(
    of fields: [RequestHead.Field], minorVersion: Int
  ) -> RequestHead.Framing? {
    let lengths = fields.filter { $0.name == "content-length" }
    let encodings = fields.filter { $0.name == "transfer-encoding" }
    if !encodings.isEmpty {
      // Both at once is how requests are smuggled past a proxy.
      guard lengths.isEmpty, encodings.count == 1, minorVersion >= 1,
        encodings[0].text.lowercased() == "chunked"
      else { return nil }
      return .chunked
    }
    guard let first = lengths.first else { return .length(0) }
    guard lengths.allSatisfy({ $0.value == first.value }), !first.value.isEmpty,
      first.value.count <= 15, first.value.allSatisfy({ (0x30...0x39).contains($0) }),
      let length = Int(first.text)
    else { return nil }
    return .length(length)
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
