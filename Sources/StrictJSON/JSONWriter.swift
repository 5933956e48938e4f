// Owns: JSONValue → bytes, as written or in one canonical form.

package enum JSONWriter {
  /// The order in which an object's members are written.
  package enum Order: Sendable {
    case asGiven
    /// By the UTF-8 bytes of the names, at every depth.
    case canonical
  }

  /// One line without white space; valid UTF-8; every control character escaped.
  package static func bytes(of value: JSONValue, order: Order = .asGiven) -> [UInt8] {
    var bytes: [UInt8] = []
    write(value, order, &bytes)
    return bytes
  }

  package static func text(of value: JSONValue, order: Order = .asGiven) -> String {
    String(decoding: bytes(of: value, order: order), as: UTF8.self)
  }

  /// A container that is being written.
  private struct Frame {
    let values: [JSONValue]
    /// `nil` for an array.
    let names: [String]?
    var writtenCount = 0

    init?(_ value: JSONValue, _ order: Order) {
      switch value {
      case .array(let elements): (values, names) = (elements, nil)
      case .object(let members):
        let ordered =
          switch order {
          case .asGiven: members
          case .canonical where members.count < 2: members
          case .canonical:
            members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
          }
        values = ordered.map { $0.value }
        names = ordered.map { $0.name }
      case .null, .bool, .number, .string: return nil
      }
    }
  }

  /// With a stack of its own, as the parser.
  private static func write(_ value: JSONValue, _ order: Order, _ bytes: inout [UInt8]) {
    var open: [Frame] = []
    begin(value, order, &open, &bytes)
    while let last = open.indices.last {
      let frame = open[last]
      guard frame.writtenCount < frame.values.count else {
        bytes.append(frame.names == nil ? UInt8(ascii: "]") : UInt8(ascii: "}"))
        open.removeLast()
        continue
      }
      if frame.writtenCount > 0 { bytes.append(UInt8(ascii: ",")) }
      if let names = frame.names {
        write(names[frame.writtenCount], &bytes)
        bytes.append(UInt8(ascii: ":"))
      }
      open[last].writtenCount += 1
      begin(frame.values[frame.writtenCount], order, &open, &bytes)
    }
  }

  /// Writes a scalar, or the first byte of a container, whose frame is added.
  private static func begin(
    _ value: JSONValue, _ order: Order, _ open: inout [Frame], _ bytes: inout [UInt8]
  ) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): write(text, &bytes)
    case .array: bytes.append(UInt8(ascii: "["))
    case .object: bytes.append(UInt8(ascii: "{"))
    }
    if let frame = Frame(value, order) { open.append(frame) }
  }

  /// Runs of plain bytes are copied whole: texts of a megabyte are written, also by debug builds.
  private static func write(_ text: String, _ bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { buffer in
      guard let base = buffer.baseAddress else { return }
      var (start, index) = (0, 0)
      let count = buffer.count
      while index < count {
        let byte = base[index]
        if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F {
          bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: index - start))
          escape(byte, &bytes)
          start = index + 1
        }
        index += 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: count - start))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func escape(_ byte: UInt8, _ bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): bytes += #"\""#.utf8
    case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
    case 0x0A: bytes += #"\n"#.utf8
    case 0x0D: bytes += #"\r"#.utf8
    case 0x09: bytes += #"\t"#.utf8
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes += #"\u00"#.utf8
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}
