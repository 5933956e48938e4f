// Owns: reading one field of a form, URL-encoded or multipart.

enum FormFields {
  static func value(_ name: String, urlEncoded bytes: [UInt8]) -> [UInt8]? {
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      if PercentCoding.decoded(Array(parts[0])) == Array(name.utf8) {
        return parts.count > 1 ? PercentCoding.decoded(Array(parts[1])) : []
      }
    }
    return nil
  }

  /// - Parameter boundary: From the Content-Type, without the leading hyphens.
  static func value(_ name: String, multipart bytes: [UInt8], boundary: String) -> [UInt8]? {
    let wanted = "name=\"\(name)\""
    for part in parts(bytes, boundary: boundary) {
      guard let end = part.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      let head = Latin1.text(part[..<end.lowerBound]).split(separator: "\r\n")
      let isNamed = head.contains { line in
        line.lowercased().hasPrefix("content-disposition:")
          && line.split(separator: ";").contains { $0.drop { $0 == " " } == wanted }
      }
      if isNamed { return Array(part[end.upperBound...]) }
    }
    return nil
  }

  /// The parts with their heads, without the boundaries: clients draw a new one for each request.
  static func parts(_ bytes: [UInt8], boundary: String) -> [ArraySlice<UInt8>] {
    let mark = Array("--\(boundary)".utf8)
    var parts: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let start = rest.firstRange(of: mark) {
      rest = rest[start.upperBound...]
      guard rest.starts(with: [0x0D, 0x0A]), let next = rest.firstRange(of: [0x0D, 0x0A] + mark)
      else { break }
      parts.append(rest[(rest.startIndex + 2)..<max(next.lowerBound, rest.startIndex + 2)])
      rest = rest[(next.lowerBound + 2)...]
    }
    return parts
  }

  static func boundary(of contentType: String?) -> String? {
    guard contentType?.utf8.contains(UInt8(ascii: "=")) == true else { return nil }
    for word in (contentType ?? "").split(separator: ";") {
      let word = word.drop { $0 == " " }
      guard word.lowercased().hasPrefix("boundary=") else { continue }
      return word.dropFirst(9).filter { $0 != "\"" }
    }
    return nil
  }
}

enum PercentCoding {
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "%") where index + 2 < bytes.count:
        if let byte = UInt8(Latin1.text(bytes[(index + 1)...(index + 2)]), radix: 16) {
          result.append(byte)
          index += 3
          continue
        }
        result.append(bytes[index])
      case UInt8(ascii: "+"): result.append(0x20)
      default: result.append(bytes[index])
      }
      index += 1
    }
    return result
  }
}
