/// The values of `{name}` in a response template. All are put in at once: a value that holds the name
/// of another in braces stays as it is.
struct Placeholders {
  private let values: [(mark: [UInt8], value: [UInt8])]

  init(_ values: KeyValuePairs<String, String>) {
    self.values = values.map { (Array("{\($0.key)}".utf8), Array($0.value.utf8)) }
  }

  /// Other braces stay.
  func fill(_ template: String) -> [UInt8] {
    var rest = Array(template.utf8)[...]
    var filled: [UInt8] = []
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      filled += rest[..<brace]
      rest = rest[brace...]
      if let (mark, value) = values.first(where: { rest.starts(with: $0.mark) }) {
        filled += value
        rest = rest.dropFirst(mark.count)
      } else {
        filled.append(rest.removeFirst())
      }
    }
    return filled + rest
  }

  func text(_ template: String) -> String { String(decoding: fill(template), as: UTF8.self) }
}
