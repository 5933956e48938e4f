import Foundation
import StrictJSON
import Testing

@Suite("Nesting")
struct DepthTests {
  private static let depth = JSONParser.depthLimit

  static let nested = [
    String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth),
    String(repeating: #"{"b":0,"a":"#, count: depth) + #""x""#
      + String(repeating: "}", count: depth),
    String(repeating: #"[0,{"a":"#, count: depth / 2) + "null"
      + String(repeating: "},1]", count: depth / 2),
  ]

  @Test(
    "the deepest text that is accepted needs no more stack than any thread has",
    arguments: nested)
  func smallStack(text: String) async {
    let isSame = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: Self.goesThroughAll(text)) }
      // What a second thread has on Apple's systems.
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(isSame)
  }

  private static func goesThroughAll(_ text: String) -> Bool {
    guard let node = try? JSONParser.parse(text), let again = try? JSONParser.parse(text) else {
      return false
    }
    let (value, other) = (node.value, again.value)
    let marked = value.mapTexts { $0 + "!" }
    return value == other && value.hashValue == other.hashValue
      && JSONWriter.text(of: value) == text
      && !JSONWriter.text(of: value, order: .canonical).isEmpty
      && marked.containsText { $0 == "x!" } == value.containsText { $0 == "x" }
  }

  @Test("every text of a value is replaced, and nothing else")
  func mapping() throws {
    let value = try JSONParser.parse(#"{"a":["x",[],{},1,[["y"]]],"x":{"b":"z"},"c":null}"#).value
    let mapped = value.mapTexts { "<\($0)>" }
    #expect(
      JSONWriter.text(of: mapped)
        == #"{"a":["<x>",[],{},1,[["<y>"]]],"x":{"b":"<z>"},"c":null}"#)
    #expect(JSONValue.string("q").mapTexts { $0 + $0 } == .string("qq"))
  }

  @Test("texts are found at any depth, names of members too")
  func finding() throws {
    let value = try JSONParser.parse(#"[1,{"a":{"b":["c"]}}]"#).value
    for text in ["a", "b", "c"] { #expect(value.containsText { $0 == text }) }
    #expect(!value.containsText { $0 == "d" })
  }

  @Test("values that differ anywhere are different")
  func differences() throws {
    let texts = [
      "[]", "{}", "[[]]", "[{}]", "[[],[]]", "[1]", "[1.0]", #"{"a":1}"#, #"{"b":1}"#,
      #"{"a":{"a":1}}"#, #"[{"a":1},2]"#, #"[2,{"a":1}]"#, #"["1"]"#, "[null]", "[true]", "[false]",
    ]
    for (index, text) in texts.enumerated() {
      for (other, second) in texts.enumerated() {
        let isEqual = try JSONParser.parse(text).value == JSONParser.parse(second).value
        #expect(isEqual == (index == other), "\(text) \(second)")
      }
    }
  }

  @Test("random values are the same after writing and reading")
  func random() throws {
    var generator = SystemRandomNumberGenerator()
    func value(_ depth: Int) -> JSONValue {
      switch Int.random(in: 0..<(depth == 0 ? 5 : 9), using: &generator) {
      case 0: return .null
      case 1: return .bool(true)
      case 2: return .number("-1.50e3")
      case 3: return .string("a\"\\\u{1F600}\n")
      case 4: return .string("")
      case 5, 6: return .array((0..<Int.random(in: 0...3)).map { _ in value(depth - 1) })
      default:
        return .object(
          (0..<Int.random(in: 0...3)).map { JSONMember("n\($0)", value(depth - 1)) })
      }
    }
    for _ in 0..<300 {
      let original = value(6)
      let bytes = JSONWriter.bytes(of: original)
      let read = try JSONParser.parse(bytes).value
      #expect(read == original)
      #expect(read.hashValue == original.hashValue)
      #expect(JSONWriter.bytes(of: read) == bytes)
    }
  }

  @Test(
    "a number's value is whole however it is written",
    arguments: [
      ("400", 400), ("400.0", 400), ("4e2", 400), ("-4.00E+02", -400), ("40000e-2", 400), ("0", 0),
      ("-0.0", 0), ("0e99999999999999999999", 0), ("0.000e5", 0), ("1.5", nil), ("1e-1", nil),
      ("1e19", nil), ("9223372036854775807", Int.max), ("9223372036854775808", nil),
      ("1e99999999999999999999", nil), ("1e-99999999999999999999", nil), ("12.50e1", 125),
    ] as [(String, Int?)])
  func whole(text: String, value: Int?) { #expect(JSONValue.number(text).wholeValue == value) }
}
