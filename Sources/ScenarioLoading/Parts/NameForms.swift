// Owns: how the names in a scenario file are spelt.

import AcceptanceModel

extension Spelling {
  static func hyphenWords(longest: Int) -> Spelling {
    Spelling(
      "lower-case words joined by hyphens", longest: longest, pattern: "^[a-z0-9]+(-[a-z0-9]+)*$"
    ) { text in
      text.utf8.allSatisfy { $0.isLowerCaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
        && areWords(text)
    }
  }

  /// Names go into reports in clear, so they hold nothing that a reader could take for markup.
  static let operation = Spelling(
    "letters and digits joined by hyphens", longest: 32,
    pattern: "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$"
  ) { text in
    text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
      && areWords(text)
  }

  /// RFC 9110, 5.6.2: a token.
  static let headerName = Spelling(
    "a header name", longest: 100, pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", accepts: isToken)

  /// A header that can carry a key: none that HTTP, or a client's HTTP library, sets itself.
  static let keyHeader = Spelling(
    "a header name, none of HTTP's own such as Host or Content-Type",
    longest: 100, pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
  ) { text in isToken(text) && !httpHeaders.contains(text.lowercased()) }

  private static let httpHeaders: Set = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "authorization",
    "cache-control", "connection", "content-encoding", "content-length", "content-type", "cookie",
    "date", "expect", "forwarded", "host", "http2-settings", "if-match", "if-none-match",
    "keep-alive", "max-forwards", "origin", "proxy-authorization", "proxy-connection", "range",
    "referer", "te", "trailer", "transfer-encoding", "upgrade", "user-agent", "via",
  ]

  /// A header that a fault may add to an answer: none of the server's own.
  static let answerHeader = Spelling(
    "the name of a header that the server does not set itself", longest: 100,
    pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
  ) { text in
    let own = ["content-type", "content-length", "date", "connection", "transfer-encoding"]
    return isToken(text) && !own.contains(text.lowercased())
  }

  /// A request target in origin form.
  static let path = Spelling(
    "a path that starts with / in visible ASCII without #", longest: 1024,
    pattern: "^/[!\"$-~]*$"
  ) { text in
    text.hasPrefix("/")
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
  }

  static let fieldName = Spelling(
    "a field's name without control characters", longest: 100, pattern: "^[^\\u0000-\\u001F]+$"
  ) { text in !text.isEmpty && !text.utf8.contains { $0 < 0x20 } }

  /// POSIX, 8.1, and not one that the contract gives a meaning.
  static let environmentVariable = Spelling(
    "a variable's name (letters, digits and _, no ACCEPTANCE_ in front)", longest: 100,
    pattern: "^(?!ACCEPTANCE_)[A-Za-z_][A-Za-z0-9_]*$"
  ) { text in
    (text.utf8.first.map { !$0.isDigit } ?? false)
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
      && !text.hasPrefix("ACCEPTANCE_")
  }

  private static func areWords(_ text: String) -> Bool {
    text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  @Sendable private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }
}

extension Form where Value == String {
  static var scenarioID: Form { .name(.hyphenWords(longest: 64)) }
}

extension Form where Value == OperationName {
  static var operationName: Form { Form<String>.name(.operation).map { OperationName($0) } }
}

extension Form where Value == ProcessName {
  static var processName: Form {
    Form<String>.name(.hyphenWords(longest: 32)).map { ProcessName($0) }
  }
}

extension UInt8 {
  fileprivate var isLowerCaseLetter: Bool { (0x61...0x7A).contains(self) }
  fileprivate var isLetter: Bool { isLowerCaseLetter || (0x41...0x5A).contains(self) }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
