// Owns: application/x-www-form-urlencoded → fields, for forms and queries.

enum FormText {
  /// If a name occurs twice, the last one counts.
  static func fields(_ bytes: some Sequence<UInt8>) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in Array(bytes).split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      fields[decoded(parts[0])] = parts.count > 1 ? decoded(parts[1]) : ""
    }
    return fields
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): result.append(0x20)
      case UInt8(ascii: "%"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        if digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
          result.append(value)
          rest = rest.dropFirst(2)
        } else {
          result.append(byte)
        }
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
