// Owns: which idempotency key a request carries, and what is wrong with it.

import AcceptanceModel

extension ServerSpec {
  /// The header that carries the key; `nil` where none does.
  var keyHeader: String? {
    guard case .header(let name) = key else { return nil }
    return name
  }
}

enum KeyReading {
  /// The longest key that real servers take.
  static let lengthLimit = 255

  /// - Parameter body: `nil` while it is not known: then only a header can hold the key.
  static func key(_ spec: ServerSpec, head: RequestHead, body: BodyReading?) -> KeyFacts {
    switch spec.key {
    case .none: return .missing
    case .field(let name):
      guard let text = body?.field(name, spec.body) else { return .missing }
      return facts(Array(text.utf8), text: text, mayBeQuoted: false)
    case .header(let name):
      guard let first = head.value(name) else { return .missing }
      let facts = facts(Array(first), text: Latin1.text(first), mayBeQuoted: true)
      guard head.count(of: name) == 1 else {
        return .invalid(facts.key ?? IdempotencyKey(""), .repeated)
      }
      return facts
    }
  }

  private static func facts(_ bytes: [UInt8], text: String, mayBeQuoted: Bool) -> KeyFacts {
    if mayBeQuoted, let inner = unquoted(bytes) {
      let key = IdempotencyKey(Latin1.text(inner))
      return flaw(inner).map { .invalid(key, $0) } ?? .present(key, .quoted)
    }
    let key = IdempotencyKey(text)
    return flaw(bytes).map { .invalid(key, $0) } ?? .present(key, .bare)
  }

  private static func flaw(_ bytes: [UInt8]) -> KeyFlaw? {
    if bytes.isEmpty { return .empty }
    if bytes.count > lengthLimit { return .tooLong }
    return bytes.allSatisfy { (0x21...0x7E).contains($0) } ? nil : .notVisibleASCII
  }

  /// The inside of a structured-field string; `nil` where it is none.
  private static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return nil }
    var inner: [UInt8] = []
    var isEscaped = false
    for byte in bytes[1..<(bytes.count - 1)] {
      if isEscaped {
        guard byte == quote || byte == UInt8(ascii: "\\") else { return nil }
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      } else if byte == quote {
        return nil
      }
      inner.append(byte)
    }
    return isEscaped ? nil : inner
  }
}
