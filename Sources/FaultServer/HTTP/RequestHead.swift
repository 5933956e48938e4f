// Owns: the head of a request as values. Does not own: finding it in bytes (RequestParser).

struct RequestHead: Sendable, Hashable {
  struct Field: Sendable, Hashable {
    /// In lower case: names are compared without case, many times for each request.
    let name: String
    /// Without the white space around it, byte for byte.
    let value: [UInt8]

    /// The value as text; bytes that are no ASCII are read as Latin-1, so that none is lost.
    var text: String { Latin1.text(value) }
  }

  /// How the end of the body is found.
  enum Framing: Sendable, Hashable {
    case length(Int)
    case chunked
  }

  let method: String
  /// As it stood in the request line: path and query, or an absolute URL.
  let target: String
  /// The 1 of HTTP/1.1, or the 0 of HTTP/1.0.
  let minorVersion: Int
  let fields: [Field]
  let framing: Framing

  /// The values of all fields with this name, compared without case.
  func values(_ name: String) -> [Field] {
    let name = name.lowercased()
    return fields.filter { $0.name == name }
  }

  var expectsContinue: Bool {
    minorVersion >= 1 && values("Expect").contains { $0.text.lowercased() == "100-continue" }
  }

  /// Whether the client is content with a connection that stays open.
  var allowsKeepAlive: Bool {
    let words = values("Connection").flatMap { field in
      field.text.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    }
    return minorVersion == 0 ? words.contains("keep-alive") : !words.contains("close")
  }
}

enum Latin1 {
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    if isASCII { return String(decoding: Array(bytes), as: UTF8.self) }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
    return String(scalars)
  }
}
