// Owns: bytes → RequestHead, strictly: what two readers could understand in two ways is refused.
// Does not own: reading the bytes (ConnectionHandler) or the body (BodyReader).

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
  /// With a key of any length.
  static let limitWithKey = 1_048_576

  /// - Parameter keyHeader: A header whose value may be as long as it likes, and may hold control
  ///   characters: a bad key is an observation, not bytes that are no HTTP. `nil`: none.
  static func parse(_ buffer: [UInt8], sparing keyHeader: String? = nil) -> HeadParse {
    guard let end = endOfHead(buffer) else {
      guard buffer.count > headLimit else { return .incomplete }
      let mayBeKey =
        keyHeader.map { buffer.count <= limitWithKey && holds($0, in: buffer) } ?? false
      return mayBeKey ? .incomplete : .malformed(status: 431)
    }
    guard end <= (keyHeader == nil ? headLimit : limitWithKey) else {
      return .malformed(status: 431)
    }
    let parsed = parseWhole(Array(buffer[..<end]), sparing: keyHeader)
    guard end > headLimit, case .head(let head, _)? = parsed, let keyHeader else {
      return parsed ?? .malformed(status: end > headLimit ? 431 : 400)
    }
    let keyLength = head.value(keyHeader)?.count ?? 0
    return end - keyLength <= headLimit ? .head(head, length: end) : .malformed(status: 431)
  }

  /// Whether a line of an unfinished head begins with this header's name.
  private static func holds(_ name: String, in buffer: [UInt8]) -> Bool {
    buffer.prefix(headLimit).split(separator: 0x0A).dropFirst().contains { line in
      line.firstIndex(of: UInt8(ascii: ":")).map { FieldPlace.isEqual(line[..<$0], to: name) }
        ?? false
    }
  }

  /// - Parameter head: A whole head, with the empty line that ends it.
  private static func parseWhole(_ head: [UInt8], sparing keyHeader: String?) -> HeadParse? {
    guard let (lines, oddLines) = lines(head), let first = lines.first,
      lines.count <= fieldLimit + 1,
      let (method, target, minorVersion) = parseRequestLine(head[first])
    else { return nil }
    var places: [FieldPlace] = []
    places.reserveCapacity(lines.count - 1)
    for (index, line) in lines.enumerated().dropFirst() {
      guard let place = parseField(head[line]) else { return nil }
      if oddLines.contains(index) {
        guard let keyHeader, place.isNamed(keyHeader, in: head) else { return nil }
      }
      places.append(place)
    }
    guard let framing = framing(of: places, in: head, minorVersion: minorVersion),
      places.count(where: { $0.isNamed("Host", in: head) }) <= 1
    else { return nil }
    return .head(
      RequestHead(
        method: method, target: target, minorVersion: minorVersion, framing: framing,
        bytes: head, places: places),
      length: head.count)
  }

  /// Where its lines are, without their CRLF, and which of them hold a control character; `nil`
  /// where the request line does.
  private static func lines(_ head: [UInt8]) -> (lines: [Range<Int>], odd: [Int])? {
    head.withUnsafeBufferPointer { bytes in
      var lines: [Range<Int>] = []
      var odd: [Int] = []
      lines.reserveCapacity(16)
      var (start, index) = (0, 0)
      // Every line ends in CRLF; the last one is the empty line.
      while index < bytes.count - 2 {
        let byte = bytes[index]
        if byte == 0x0D, bytes[index + 1] == 0x0A {
          lines.append(start..<index)
          index += 2
          start = index
        } else if byte >= 0x20 && byte != 0x7F || byte == 0x09 {
          index += 1
        } else if lines.isEmpty {
          return nil
        } else {
          if odd.last != lines.count { odd.append(lines.count) }
          index += 1
        }
      }
      return (lines, odd)
    }
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
    guard let first = line.firstIndex(of: 0x20),
      let second = line[(first + 1)...].firstIndex(of: 0x20)
    else { return nil }
    let (method, target) = (line[..<first], line[(first + 1)..<second])
    guard !method.isEmpty, method.allSatisfy(isTokenByte), !target.isEmpty,
      target.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    let version = line[(second + 1)...]
    let minorVersion: Int
    if version.elementsEqual("HTTP/1.1".utf8) {
      minorVersion = 1
    } else if version.elementsEqual("HTTP/1.0".utf8) {
      minorVersion = 0
    } else {
      return nil
    }
    return (Latin1.text(method), Latin1.text(target), minorVersion)
  }

  private static func parseField(_ line: ArraySlice<UInt8>) -> FieldPlace? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isTokenByte)
    else { return nil }
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    var (start, end) = (colon + 1, line.endIndex)
    while start < end, isSpace(line[start]) { start += 1 }
    while start < end, isSpace(line[end - 1]) { end -= 1 }
    return FieldPlace(name: line.startIndex..<colon, value: start..<end)
  }

  private static func framing(
    of places: [FieldPlace], in head: [UInt8], minorVersion: Int
  ) -> RequestHead.Framing? {
    let lengths = places.filter { $0.isNamed("Content-Length", in: head) }
    let encodings = places.filter { $0.isNamed("Transfer-Encoding", in: head) }
    if !encodings.isEmpty {
      // Both at once is how requests are smuggled past a proxy.
      guard lengths.isEmpty, encodings.count == 1, minorVersion >= 1,
        Latin1.text(head[encodings[0].value]).lowercased() == "chunked"
      else { return nil }
      return .chunked
    }
    guard let first = lengths.first.map({ head[$0.value] }) else { return .length(0) }
    guard lengths.allSatisfy({ head[$0.value] == first }), (1...15).contains(first.count),
      first.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return .length(first.reduce(0) { $0 * 10 + Int($1 - 0x30) })
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"): true
    default: "!#$%&'*+.^_`|~".utf8.contains(byte)
    }
  }
}
