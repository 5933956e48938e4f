// Owns: claims about the bytes that the writer makes, and about values.

import StrictJSON
import Testing

@Suite("The JSON writer and values")
struct WriterTests {
  @Test("a value is written back as it came, without white space")
  func asGiven() throws {
    let text = #" { "b" : [ 1.50 , -0 , 1E+5 , true , false , null ] , "a" : { } , "c" : "" } "#
    let value = try JSONParser.parse(text).value
    #expect(
      JSONWriter.text(of: value)
        == #"{"b":[1.50,-0,1E+5,true,false,null],"a":{},"c":""}"#)
  }

  @Test("the canonical order is that of the names' UTF-8 bytes, at every depth")
  func canonical() {
    let zero = JSONValue.number("0")
    let value = JSONValue.object([
      "b": .array([.object(["z": zero, "y": zero])]), "\u{10000}": zero, "\u{FFFF}": zero,
      "ä": zero, "aa": zero, "B": zero, "": zero, "a": zero,
    ])
    #expect(
      JSONWriter.text(of: value, order: .canonical)
        == "{\"\":0,\"B\":0,\"a\":0,\"aa\":0,\"b\":[{\"y\":0,\"z\":0}],"
        + "\"ä\":0,\"\u{FFFF}\":0,\"\u{10000}\":0}")
  }

  @Test("every control character is escaped, and everything survives the way back")
  func controlCharacters() throws {
    let scalars = (0...0x9F).compactMap(Unicode.Scalar.init) + ["\"", "\\", "/", "\u{1F600}"]
    let text = String(String.UnicodeScalarView(scalars))

    let bytes = JSONWriter.bytes(of: .string(text))

    #expect(!bytes.contains { $0 < 0x20 || $0 == 0x7F })
    #expect(try JSONParser.parse(bytes).value == .string(text))
  }

  @Test(
    "an integer is read only from a number without fraction and exponent that fits",
    arguments: [
      ("12", 12), ("-1", -1), ("1.0", nil), ("1e2", nil), ("9223372036854775808", nil),
    ] as [(String, Int?)])
  func integers(text: String, expected: Int?) {
    #expect(JSONValue.number(text).intValue == expected)
    #expect(JSONValue.string(text).intValue == nil)
  }

  @Test("a member is found by name in objects only")
  func members() {
    let value = JSONValue.object(["a": .bool(true)])
    #expect(value["a"]?.boolValue == true)
    #expect(value["b"] == nil)
    #expect(JSONValue.array([value])["a"] == nil)
  }

  @Test("each kind of value has its own name in sentences")
  func kinds() {
    let values: [JSONValue] = [
      .null, .bool(true), .number("1"), .string(""), .array([]), .object([]),
    ]
    #expect(Set(values.map(\.kindName)).count == values.count)
  }
}
