// Owns: the head of a request as values. Does not own: finding it in bytes (RequestParser).

struct RequestHead: Sendable, Hashable {
  struct Field: Sendable, Hashable {
    /// As it was written.
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
  /// As written in the request line: path and query, or an absolute URL.
  let target: String
  /// The 1 of HTTP/1.1, or the 0 of HTTP/1.0.
  let minorVersion: Int
  let framing: Framing
  /// The whole head, and where its fields are in it: most of them are never asked for.
  private let bytes: [UInt8]
  private let places: [FieldPlace]

  init(
    method: String, target: String, minorVersion: Int, framing: Framing, bytes: [UInt8],
    places: [FieldPlace]
  ) {
    self.method = method
    self.target = target
    self.minorVersion = minorVersion
    self.framing = framing
    self.bytes = bytes
    self.places = places
  }

  var fieldCount: Int { places.count }

  /// Names and values, without what is between them.
  var fieldByteCount: Int { places.reduce(0) { $0 + $1.name.count + $1.value.count } }

  /// All fields, in the order they came.
  var fields: [Field] { places.map(field) }

  /// The fields with this name, compared without case.
  func values(_ name: String) -> [Field] {
    has(name) ? places.filter { $0.isNamed(name, in: bytes) }.map(field) : []
  }

  /// The value of the first field with this name.
  func value(_ name: String) -> ArraySlice<UInt8>? {
    places.first { $0.isNamed(name, in: bytes) }.map { bytes[$0.value] }
  }

  func text(_ name: String) -> String? { value(name).map { Latin1.text($0) } }

  func has(_ name: String) -> Bool { places.contains { $0.isNamed(name, in: bytes) } }

  /// How many fields have this name.
  func count(of name: String) -> Int { places.count { $0.isNamed(name, in: bytes) } }

  private func field(_ place: FieldPlace) -> Field {
    Field(name: Latin1.text(bytes[place.name]), value: Array(bytes[place.value]))
  }

  var expectsContinue: Bool {
    guard minorVersion >= 1, has("Expect") else { return false }
    return values("Expect").contains { $0.text.lowercased() == "100-continue" }
  }

  /// Whether the client is content with a connection that stays open.
  var allowsKeepAlive: Bool {
    minorVersion == 0 ? says("keep-alive", in: "Connection") : !says("close", in: "Connection")
  }

  /// Whether the word is in one of the lists that are this field's values, ignoring case.
  private func says(_ word: String, in name: String) -> Bool {
    places.contains { place in
      place.isNamed(name, in: bytes)
        && bytes[place.value].split(whereSeparator: Self.separates).contains {
          FieldPlace.isEqual($0, to: word)
        }
    }
  }

  private static func separates(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}

/// Where a field is in the bytes of its head.
struct FieldPlace: Sendable, Hashable {
  let name: Range<Int>
  /// Without the white space around it.
  let value: Range<Int>

  /// Compared without case.
  func isNamed(_ wanted: String, in bytes: [UInt8]) -> Bool {
    Self.isEqual(bytes[name], to: wanted)
  }

  /// Compared without case.
  static func isEqual(_ bytes: ArraySlice<UInt8>, to word: String) -> Bool {
    guard word.utf8.count == bytes.count else { return false }
    return zip(bytes, word.utf8).allSatisfy { lowered($0) == lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}

enum Latin1 {
  static func text(_ bytes: some Collection<UInt8>) -> String {
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    if isASCII { return String(decoding: bytes, as: UTF8.self) }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
    return String(scalars)
  }
}
