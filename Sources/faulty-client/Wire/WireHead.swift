// Owns: the head of an answer: strict, since a broken proxy's words prove nothing.
// Does not own: the body (WireAnswer).

struct WireHead {
  let status: Int
  /// Names in lower case, values without blanks around them.
  let fields: [(name: String, value: String)]

  /// - Parameter bytes: Without the empty line at the end.
  init(_ bytes: ArraySlice<UInt8>) throws(WireEnd) {
    // Only the tab, the line ends and what can be seen; bytes beyond ASCII are old but allowed.
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) }) else {
      throw .malformed
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let first = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard first.count >= 2, ["HTTP/1.0", "HTTP/1.1"].contains(first[0]), first[1].count == 3,
      let status = Int(first[1]), (100..<600).contains(status)
    else { throw .malformed }
    var fields: [(name: String, value: String)] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
        !line[..<colon].contains(where: \.isWhitespace)
      else { throw .malformed }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      let end = value.lastIndex { $0 != " " && $0 != "\t" }
      fields.append((line[..<colon].lowercased(), end.map { String(value[...$0]) } ?? ""))
    }
    self.status = status
    self.fields = fields
  }

  func values(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }
}
