// Owns: claims about what the parser accepts, what it refuses, and where it points.

import StrictJSON
import Testing

@Suite("The JSON parser")
struct ParserTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let line: Int
    let column: Int
    let reason: String

    init(_ text: String, _ line: Int, _ column: Int, _ reason: String) {
      self.text = text
      self.line = line
      self.column = column
      self.reason = reason
    }

    var testDescription: String { text.debugDescription }
  }

  static let refusals = [
    // Values.
    Refusal("", 1, 1, "found the end of the text, where a value must stand"),
    Refusal(" \n ", 2, 2, "found the end of the text, where a value must stand"),
    Refusal("[1]x", 1, 4, "found x after the value; the text must end here"),
    Refusal("1 2", 1, 3, "found 2 after the value; the text must end here"),
    Refusal("tru", 1, 1, "a word that JSON does not have"),
    Refusal("nulls", 1, 5, "found s after the value"),
    Refusal("NaN", 1, 1, "found N, where a value must stand"),
    Refusal("'a'", 1, 1, "found ', where a value must stand"),
    Refusal("// a", 1, 1, "found /, where a value must stand"),
    Refusal("\u{FEFF}1", 1, 1, "found a character that is not visible ASCII"),
    Refusal("\u{A0}1", 1, 1, "found a character that is not visible ASCII"),
    // Arrays.
    Refusal("[1,]", 1, 4, "found ] after a comma, where a value must stand"),
    Refusal("[,1]", 1, 2, "found ,, where a value must stand"),
    Refusal("[1 2]", 1, 4, "found 2, where , or ] must stand"),
    Refusal("[1}", 1, 3, "found }, where , or ] must stand"),
    Refusal("[1", 1, 3, "found the end of the text, where , or ] must stand"),
    Refusal("[", 1, 2, "found the end of the text, where a value must stand"),
    // Objects.
    Refusal(#"{"a":1,}"#, 1, 8, "found } after a comma, where a name in quotes must stand"),
    Refusal("{a:1}", 1, 2, "found a, where a name in quotes or } must stand"),
    Refusal("{1:1}", 1, 2, "found 1, where a name in quotes or } must stand"),
    Refusal(#"{"a" 1}"#, 1, 6, "found 1, where : must stand"),
    Refusal(#"{"a":}"#, 1, 6, "found }, where a value must stand"),
    Refusal(#"{"a":1 "b":2}"#, 1, 8, #"found ", where , or } must stand"#),
    Refusal(#"{"a":1"#, 1, 7, "found the end of the text, where , or } must stand"),
    Refusal(#"{"a":1,"b":2,"a":3}"#, 1, 14, #""a" stands twice in this object (first at 1:2)"#),
    Refusal(#"{"a":1,"\u0061":3}"#, 1, 8, #""a" stands twice in this object (first at 1:2)"#),
    // Numbers.
    Refusal("01", 1, 2, "found 1 in a number; JSON writes numbers without leading zeros"),
    Refusal("-01", 1, 3, "found 1 in a number; JSON writes numbers without leading zeros"),
    Refusal("-", 1, 2, "found the end of the text in a number, where a digit must stand"),
    Refusal("-a", 1, 2, "found a in a number, where a digit must stand"),
    Refusal("1.", 1, 3, "found the end of the text in a number, where a digit must stand"),
    Refusal("1.e5", 1, 3, "found e in a number, where a digit must stand"),
    Refusal("1e", 1, 3, "found the end of the text in a number, where a digit must stand"),
    Refusal("1e+]", 1, 4, "found ] in a number, where a digit must stand"),
    Refusal("1.2.3", 1, 4, "found . in a number"),
    Refusal(".5", 1, 1, "found ., where a value must stand"),
    Refusal("+1", 1, 1, "found +, where a value must stand"),
    Refusal("0x1", 1, 2, "found x after the value"),
    // Strings.
    Refusal("\"abc", 1, 5, "the text ends inside a string"),
    Refusal("\"a\tb\"", 1, 3, "found a control character in a string"),
    Refusal("\"a\nb\"", 1, 3, "found a control character in a string"),
    Refusal("\"a\u{0}b\"", 1, 3, "found a control character in a string"),
    Refusal(#""\x""#, 1, 3, "found x after a backslash"),
    Refusal(#""\"#, 1, 3, "found the end of the text after a backslash"),
    Refusal(#""\u12G4""#, 1, 6, "found G in \\u, where four hex digits must stand"),
    Refusal(#""\u12"#, 1, 6, "found the end of the text in \\u"),
    Refusal(#""\uD800""#, 1, 8, "half of a surrogate pair"),
    Refusal(#""\uDC00""#, 1, 8, "half of a surrogate pair"),
    Refusal(#""\uD800\n""#, 1, 8, "half of a surrogate pair"),
    Refusal(#""\uD800\u0041""#, 1, 14, "half of a surrogate pair"),
    Refusal(#""\uD800\uD800""#, 1, 14, "half of a surrogate pair"),
    // Columns count Unicode scalars, lines line feeds.
    Refusal("{\n  \"a\": 1,\r\n  \"ä\u{1F600}\": tru\n}", 3, 9, "a word that JSON does not have"),
  ]

  @Test("what is no JSON is refused at its exact place", arguments: refusals)
  func refused(refusal: Refusal) throws {
    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONParser.parse(refusal.text)
    }
    #expect(
      error.position == SourcePosition(line: refusal.line, column: refusal.column))
    #expect(error.reason.contains(refusal.reason))
    #expect(error.description == "\(refusal.line):\(refusal.column): \(error.reason)")
  }

  @Test(
    "bytes that are no UTF-8 are refused where they stand",
    arguments: [
      ([0x22, 0xFF, 0x22], 1, 2), ([0x22, 0xC3], 1, 2), ([0x22, 0xC0, 0x80, 0x22], 1, 2),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1, 2), ([0x0A, 0x22, 0xC3, 0xA4, 0x80, 0x22], 2, 3),
    ] as [([UInt8], Int, Int)])
  func invalidUTF8(bytes: [UInt8], line: Int, column: Int) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
    #expect(error.position == SourcePosition(line: line, column: column))
    #expect(error.reason.contains("not UTF-8"))
  }

  @Test(
    "numbers keep the text they were written with",
    arguments: [
      "0", "-0", "1.0", "1.50", "1e5", "1E+05", "-2.5e-10", "12345678901234567890123",
    ])
  func numbers(text: String) throws {
    #expect(try JSONParser.parse(text).value == .number(text))
  }

  @Test(
    "escapes and surrogate pairs become the characters they stand for",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e4\u00E4""#, "ää"),
      (#""\uD83D\uDE00""#, "\u{1F600}"), (#""\u0000""#, "\0"),
      ("\"\u{7F}ä\u{1F600}\"", "\u{7F}ä\u{1F600}"),
    ])
  func strings(text: String, expected: String) throws {
    #expect(try JSONParser.parse(text).value == .string(expected))
  }

  @Test("200 levels are read, and the 201st is refused where it opens")
  func depth() throws {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(try JSONParser.parse(deep).value.arrayValue?.count == 1)

    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONParser.parse("[" + deep + "]")
    }
    #expect(error.position.column >= 201)
    #expect(error.reason == "nested deeper than 200 levels, which is the limit")
  }

  @Test("levels that closed again do not count")
  func wide() throws {
    let wide = "[" + String(repeating: "[{}],", count: 300) + "0]"
    #expect(try JSONParser.parse(wide).value.arrayValue?.count == 301)
  }

  @Test("where the last of repeated names counts, it takes the first one's place")
  func lastWins() throws {
    let value = try JSONParser.parse(#"{"a":1,"b":2,"a":3}"#, repeatedNames: .lastWins).value
    #expect(value == .object(["a": .number("3"), "b": .number("2")]))
  }

  @Test("the same name may stand in two objects")
  func separateObjects() throws {
    #expect(throws: Never.self) { try JSONParser.parse(#"[{"a":{"a":1}},{"a":2}]"#) }
  }

  @Test("every value and name knows where it stood")
  func positions() throws {
    let node = try JSONParser.parse("{\n  \"list\": [true,\n    null]\n}")
    guard case .object(let members) = node.content, let list = members.first,
      case .array(let elements) = list.node.content
    else {
      Issue.record("no object with an array")
      return
    }
    #expect(node.position == SourcePosition(line: 1, column: 1))
    #expect(list.namePosition == SourcePosition(line: 2, column: 3))
    #expect(list.node.position == SourcePosition(line: 2, column: 11))
    #expect(
      elements.map(\.position) == [
        SourcePosition(line: 2, column: 12), SourcePosition(line: 3, column: 5),
      ])
  }

  @Test("a refusal quotes at most one character of the text")
  func quotesLittle() throws {
    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONParser.parse(#"{"note":"confidential"confidential}"#)
    }
    #expect(!error.description.contains("conf"))
  }
}

@Suite struct TextEqualityTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  @Test("two spellings of one character are two names")
  func names() throws {
    let text = "{\"\(Self.composed)\": 1, \"\(Self.decomposed)\": 2}"
    let value = try JSONParser.parse(text).value
    #expect(value[Self.composed] == .number("1"))
    #expect(value[Self.decomposed] == .number("2"))
  }

  @Test("two spellings of one character are two values")
  func values() {
    #expect(JSONValue.string(Self.composed) != .string(Self.decomposed))
    #expect(JSONMember(Self.composed, .null) != JSONMember(Self.decomposed, .null))
  }
}
