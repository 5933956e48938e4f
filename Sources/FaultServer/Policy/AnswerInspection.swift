// Owns: what a client can make of the bytes that were written instead of a whole answer.
// Does not own: writing them (AnswerWriting), saying it (BrokenAnswer).

import AcceptanceModel

enum AnswerInspection {
  /// More than HTTP libraries take: libcurl stops at 300 KiB, nginx and Node far earlier.
  private static let headerLimit = 65_536

  /// `nil` where no byte was written.
  static func inspect(_ bytes: some Collection<UInt8>) -> BrokenAnswer? {
    let bytes = Array(bytes)
    guard !bytes.isEmpty else { return nil }
    let marker = Array("HTTP/".utf8)
    guard bytes.starts(with: marker.prefix(bytes.count)) else {
      return BrokenAnswer(defect: .notHTTP, byteCount: bytes.count)
    }
    guard let lineEnd = bytes.firstIndex(of: 0x0A) else { return unfinishedLine(bytes) }
    let line = statusLine(bytes[..<lineEnd])
    if let defect = line.defect {
      return BrokenAnswer(defect: defect, status: line.status, byteCount: bytes.count)
    }
    let rest = bytes[(lineEnd + 1)...]
    guard let head = headEnd(of: rest) else {
      let isLong = bytes.count > headerLimit
      return BrokenAnswer(
        defect: isLong ? .headersTooLong : .headersCut, status: line.status,
        isHTTP10: line.isHTTP10, byteCount: bytes.count)
    }
    if let status = line.status, (100..<200).contains(status), status != 101 {
      return inspect(rest[head.bodyStart...])
        ?? BrokenAnswer(defect: .finalAnswerMissing, status: status, byteCount: bytes.count)
    }
    return inspectWhole(line, headers: rest[..<head.end], body: rest[head.bodyStart...])
  }

  private typealias StatusLine = (status: Int?, isHTTP10: Bool, defect: BrokenAnswer.Defect?)

  private static func unfinishedLine(_ bytes: [UInt8]) -> BrokenAnswer {
    let isLong = bytes.count > headerLimit
    return BrokenAnswer(
      defect: isLong ? .headersTooLong : .statusLineCut, byteCount: bytes.count)
  }

  private static func statusLine(_ line: ArraySlice<UInt8>) -> StatusLine {
    let words = line.filter { $0 != 0x0D }.split(separator: 0x20, maxSplits: 2)
    let version = words.first.map { Latin1.text($0) } ?? ""
    guard ["HTTP/1.0", "HTTP/1.1"].contains(version) else { return (nil, false, .unknownVersion) }
    guard words.count > 1, words[1].count == 3, let status = Int(Latin1.text(words[1])) else {
      return (nil, version == "HTTP/1.0", .invalidStatus)
    }
    return (status, version == "HTTP/1.0", nil)
  }

  /// Where the last header ends, and where the body begins.
  private static func headEnd(of rest: ArraySlice<UInt8>) -> (end: Int, bodyStart: Int)? {
    var start = rest.startIndex
    while let feed = rest[start...].firstIndex(of: 0x0A) {
      let line = rest[start..<feed]
      if line.isEmpty || line.elementsEqual([0x0D]) { return (start, feed + 1) }
      start = feed + 1
    }
    return nil
  }

  private static func inspectWhole(
    _ line: StatusLine, headers: ArraySlice<UInt8>, body: ArraySlice<UInt8>
  ) -> BrokenAnswer {
    func broken(_ defect: BrokenAnswer.Defect, _ count: Int, promised: Int? = nil) -> BrokenAnswer {
      BrokenAnswer(
        defect: defect, status: line.status, isHTTP10: line.isHTTP10, byteCount: count,
        promisedByteCount: promised)
    }
    if headers.count > headerLimit { return broken(.headersTooLong, headers.count) }
    var fields: [String: String] = [:]
    for field in headers.split(separator: 0x0A) {
      let text = field.last == 0x0D ? field.dropLast() : field
      if text.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
        return broken(.controlCharacter, headers.count)
      }
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
        return broken(.headerWithoutColon, headers.count)
      }
      let value = Latin1.text(text[(colon + 1)...].drop { $0 == 0x20 })
      fields[Latin1.text(text[..<colon]).lowercased()] = value
    }
    if fields["transfer-encoding"] == "chunked" {
      return broken(chunkDefect(body), body.count)
    }
    guard let length = fields["content-length"] else { return broken(.lengthMissing, body.count) }
    guard let promised = Int(length), promised >= 0 else {
      return broken(.invalidContentLength, body.count)
    }
    return broken(body.count < promised ? .bodyCut : .none, body.count, promised: promised)
  }

  private static func chunkDefect(_ body: ArraySlice<UInt8>) -> BrokenAnswer.Defect {
    var rest = body
    while !rest.isEmpty {
      guard let feed = rest.firstIndex(of: 0x0A) else { return .chunkCut }
      let digits = Latin1.text(rest[..<feed].prefix { $0 != 0x0D && $0 != UInt8(ascii: ";") })
      guard let size = Int(digits, radix: 16), size >= 0 else { return .invalidChunkSize }
      if size == 0 { return .none }
      guard rest.endIndex - (feed + 1) >= size + 2 else { return .chunkCut }
      rest = rest[(feed + 1 + size + 2)...]
    }
    return .lastChunkMissing
  }
}
