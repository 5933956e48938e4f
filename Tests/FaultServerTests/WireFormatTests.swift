import AcceptanceModel
import HTTPDates
import StrictJSON
import Testing

@testable import FaultServer

@Suite struct WireFormatTests {
  static let refused = [
    "POST  /items HTTP/1.1", "POST /items HTTP/2.0", "POST /it ems HTTP/1.1", "POST /items",
    " POST /items HTTP/1.1", "POST /items HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2",
    "POST /items HTTP/1.1\r\nContent-Length: -1", "POST /items HTTP/1.1\r\nContent-Length: 1x",
    "POST /items HTTP/1.1\r\nContent-Length:",
    "POST /items HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
    "POST /items HTTP/1.1\r\nTransfer-Encoding: gzip, chunked",
    "POST /items HTTP/1.0\r\nTransfer-Encoding: chunked",
    "POST /items HTTP/1.1\r\nName : value", "POST /items HTTP/1.1\r\n folded: value",
    "POST /items HTTP/1.1\r\nno colon", "POST /items HTTP/1.1\r\nHost: a\r\nHost: b",
    "POST /items HTTP/1.1\r\nX: a\0b", "POST /items HTTP/1.1\nHost: a", "P@ST /items HTTP/1.1",
  ]

  @Test("a head that two readers could read in two ways is refused", arguments: refused)
  func refuses(_ head: String) {
    #expect(
      RequestParser.parse(Array("\(head)\r\n\r\n".utf8)) == .malformed(status: 400))
  }

  @Test("a head is found however its bytes are split")
  func splits() {
    let bytes = Array("POST /items HTTP/1.1\r\nA: b\r\n\r\nrest".utf8)
    for count in 0..<(bytes.count - 4) {
      #expect(RequestParser.parse(Array(bytes[..<count])) == .incomplete)
    }
    guard case .head(let head, let length) = RequestParser.parse(bytes) else {
      Issue.record("no head")
      return
    }
    #expect(length == bytes.count - 4)
    #expect(head.values("a").map(\.text) == ["b"])
  }

  @Test("a head over the limit is refused before it ends")
  func tooLong() {
    let bytes = Array("POST /items HTTP/1.1\r\nA: ".utf8) + [UInt8](repeating: 0x61, count: 70_000)
    #expect(RequestParser.parse(bytes) == .malformed(status: 431))
  }

  static let chunked: [(String, String?)] = [
    ("3\r\nabc\r\n0\r\n\r\n", "abc"), ("3;x=\"y\"\r\nabc\r\n00\r\nT: v\r\n\r\n", "abc"),
    ("A\r\n0123456789\r\n1\r\nx\r\n0\r\n\r\n", "0123456789x"), ("0\r\n\r\n", ""),
    ("x\r\n", nil), ("-1\r\n", nil), ("3\r\nabcd\r\n", nil), ("123456789\r\n", nil),
    ("\r\n", nil),
  ]

  @Test("a chunked body is read byte by byte as at once", arguments: chunked)
  func chunks(_ text: String, _ body: String?) {
    for step in [1, text.utf8.count] {
      var reader = BodyReader(.chunked)
      var progress = BodyReader.Progress.more
      var buffer: [UInt8] = []
      for start in stride(from: 0, to: text.utf8.count, by: step) where progress == .more {
        buffer += text.utf8.dropFirst(start).prefix(step)
        progress = reader.take(from: &buffer)
      }
      #expect(progress == (body == nil ? .malformed(status: 400) : .whole))
      if let body { #expect(reader.body == Array(body.utf8)) }
    }
  }

  @Test("a body stops at the byte that was asked for, and goes on from there")
  func byteLimit() {
    var reader = BodyReader(.length(5))
    var buffer = Array("abcdeNEXT".utf8)
    #expect(reader.take(from: &buffer, upTo: 2) == .more)
    #expect(reader.body == Array("ab".utf8))
    #expect(reader.take(from: &buffer) == .whole)
    #expect(buffer == Array("NEXT".utf8))
  }

  static let packed: [(String, String, String)] = [
    (
      "gzip",
      "1f8b0800000000000203ab56ca55b252ca4d2cca4e2dd24d54d2512a017213939247111c29d5020097444"
        + "98225010000", "marker-a"
    ),
    ("deflate", "7801cb48cdc9c957c84d2cca4e2dd24d54c840e10200a1dd0aa9", "hello marker-a hello"),
    ("deflate", "010f00f0ff73746f726564206d61726b65722d61", "stored marker-a"),
    (
      "deflate",
      "78daed8fc11183300c045bb902920a528dc08200b6cf080109d5c7430de4c7f3e6761feb6fc5bc0eed"
        + "84c6b86774fc605c5359c04d0d5eef28c71781fdeb5cff8193d8a4f614480e589814ac8061a7852a74c8c4900a"
        + "cd25b70a71488c0f981615d7e077c55d7169c50f13421fc0", "no importance at all, repeated"
    ),
  ]

  @Test("a compressed body is unpacked", arguments: packed)
  func unpacks(_ encoding: String, _ hex: String, _ part: String) throws {
    let bytes = try Self.bytes(hex)
    let unpacked = try #require(ContentEncoding.decode(bytes, encoding))
    #expect(unpacked.contains(run: Array(part.utf8)))
    // Cut short it must end, and say so.
    for count in 0..<(bytes.count / 2) {
      #expect(ContentEncoding.decode(Array(bytes[..<count]), encoding) == nil)
    }
  }

  private static func bytes(_ hex: String) throws -> [UInt8] {
    let digits = Array(hex)
    return try stride(from: 0, to: digits.count, by: 2).map {
      try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16))
    }
  }

  @Test("a marker is found in every form in which a client may write it")
  func markers() throws {
    let gzip = try Self.bytes(Self.packed[0].1)
    let forms: [([UInt8], String?)] = [
      (Array("x marker-a".utf8), nil), (gzip, "gzip"), (Array("m=m%61rker%2Da".utf8), nil),
      (Array(#"{"t":["\u006darker-a"]}"#.utf8), nil),
    ]
    for (bytes, encoding) in forms {
      #expect(
        BodyReading(bytes: bytes, contentEncoding: encoding).holds(Array("marker-a".utf8)))
    }
    #expect(!BodyReading(bytes: gzip, contentEncoding: nil).holds(Array("marker-a".utf8)))
  }

  @Test("a key is read bare or quoted, and its flaws are named")
  func keys() throws {
    let long = String(repeating: "k", count: 256)
    let rows: [(String, KeyFacts)] = [
      ("Key: abc", .present(IdempotencyKey("abc"), .bare)),
      ("KEY: \"abc\"", .present(IdempotencyKey("abc"), .quoted)),
      (#"key: "a\"b""#, .present(IdempotencyKey("a\"b"), .quoted)),
      ("Key: \"abc", .present(IdempotencyKey("\"abc"), .bare)),
      ("Key:", .invalid(IdempotencyKey(""), .empty)),
      ("Key: \"\"", .invalid(IdempotencyKey(""), .empty)),
      ("Key: a b", .invalid(IdempotencyKey("a b"), .notVisibleASCII)),
      ("Key: \(long)", .invalid(IdempotencyKey(long), .tooLong)),
      ("Key: a\r\nKey: b", .invalid(IdempotencyKey("a"), .repeated)),
      ("Key: a\r\nKey: a", .invalid(IdempotencyKey("a"), .repeated)), ("Other: a", .missing),
    ]
    for (line, expected) in rows {
      guard
        case .head(let head, _) = RequestParser.parse(
          Array("POST / HTTP/1.1\r\n\(line)\r\n\r\n".utf8))
      else {
        Issue.record("no head: \(line)")
        continue
      }
      #expect(
        KeyReading.key(ServerSpec(key: .header("Key")), head: head, body: nil) == expected)
    }
  }

  @Test("dates are written and read as HTTP has them")
  func dates() {
    #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.text(951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
    for second in stride(from: 0, to: 4_102_444_800, by: 86_400 * 13 + 3661) {
      #expect(HTTPDate.sinceEpoch(HTTPDate.text(second)) == .seconds(second))
    }
    #expect(HTTPDate.sinceEpoch("yesterday") == nil)
  }

  @Test("Retry-After is understood as seconds or a date, and nothing else")
  func retryAfter() {
    let rows: [(String, Duration?)] = [
      ("120", .seconds(120)), ("Sun, 06 Nov 1994 08:49:47 GMT", .seconds(10)),
      ("Sun, 06 Nov 1994 08:00:00 GMT", .zero), ("soon", nil), ("", nil), ("-1", nil),
      ("99999999999999999999", .seconds(315_360_000)),
    ]
    for (text, expected) in rows {
      let headers = [Answer.Header(name: "retry-after", value: text)]
      #expect(RetryAfter.duration(in: headers, now: 784_111_777) == expected)
    }
  }

  @Test("a body that nests as deep as the parser allows does not exhaust a connection's stack")
  func deepBody() throws {
    let stage = try Stage()
    let arrays = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(stage.post(arrays).status == 200)
    #expect(stage.post("[" + arrays + "]", key: "k2").status == 400)
    let objects = { (number: String) in
      String(repeating: #"{"a":"#, count: 200) + number + String(repeating: "}", count: 200)
    }
    #expect(stage.post(objects("1"), key: "k3").status == 200)
    // Not the same bytes: read and compared all the way down.
    #expect(stage.post(objects("1.0"), key: "k3").status == 200)
    #expect(stage.post(objects("2"), key: "k3").status == 409)
  }
}
