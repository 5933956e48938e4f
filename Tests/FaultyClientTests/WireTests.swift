import OfflineQueue
import Testing

@testable import faulty_client

@Suite("The wire")
struct WireTests {
  private static let whole = "HTTP/1.1 201 Created\r\nContent-Length: 8\r\n\r\n{\"id\":1}"

  @Test("an answer is whole at its last byte and not before")
  func byteByByte() throws {
    var answer = WireAnswer(to: "POST")
    let bytes = Array(Self.whole.utf8)
    for byte in bytes.dropLast() { #expect(try answer.take([byte]) == .incomplete) }
    #expect(try answer.take([bytes[bytes.count - 1]]) == .whole)
    let read = try answer.answer(url: "u")
    #expect(read.status == 201 && read.body == Array(#"{"id":1}"#.utf8))
  }

  @Test("chunks are joined, and their sizes may have extensions")
  func chunked() throws {
    let read = try Self.read(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=1\r\n{\"i\r\n5\r\nd\":1}\r\n0\r\n\r\n"
    )
    #expect(read.body == Array(#"{"id":1}"#.utf8))
  }

  @Test("an interim answer lets the body go, and the final one follows")
  func interim() throws {
    var answer = WireAnswer(to: "POST")
    #expect(try answer.take(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) == .mayContinue)
    #expect(try answer.take(Array(Self.whole.utf8)) == .whole)
    #expect(answer.status == 201)
  }

  @Test("a body without a length ends with the connection")
  func untilClose() throws {
    var answer = WireAnswer(to: "POST")
    let bytes = Array("HTTP/1.1 200 OK\r\n\r\n{\"id\":1}".utf8)
    #expect(try answer.take(bytes) == .incomplete)
    #expect(try answer.atEnd() == .whole)
    #expect(!answer.leavesConnection)
  }

  @Test(
    "an answer that ends too early is cut, wherever it ends",
    arguments: [
      "", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\nContent-Le",
      "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"id\":1}\r\n",
    ])
  func cut(text: String) throws {
    var answer = WireAnswer(to: "POST")
    #expect(try answer.take(Array(text.utf8)) == .incomplete)
    #expect(throws: WireEnd.cut) { try answer.atEnd() }
  }

  @Test(
    "what is no HTTP answer is refused",
    arguments: [
      "SSH-2.0-x\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/7.3 200 OK\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -8\r\n\r\n{\"id\":1}",
      "HTTP/1.1 200 OK\r\nContent-Length: 8\r\nContent-Length: 9\r\n\r\n{\"id\":1}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n{\"id\":1}",
      "HTTP/1.1 200 OK\r\nContent-Length 8\r\n\r\n{\"id\":1}",
      "HTTP/1.1 200 OK\r\nX: \u{0}\r\nContent-Length: 8\r\n\r\n{\"id\":1}",
    ])
  func malformed(text: String) {
    var answer = WireAnswer(to: "POST")
    #expect(throws: WireEnd.malformed) { try answer.take(Array(text.utf8)) }
  }

  @Test("a chunked upload carries the body in chunks and ends with the empty one")
  func chunkedUpload() throws {
    let body = (0..<5_000).map { UInt8(truncatingIfNeeded: $0) }
    var form = WireForm(method: "POST", address: try Self.address, body: body)
    form.framing = .chunked
    let head = String(decoding: form.head(isKeptAlive: false), as: UTF8.self)
    #expect(head.contains("\r\nTransfer-Encoding: chunked\r\n"))
    #expect(!head.contains("Content-Length"))
    let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    var reader = WireAnswer(to: "POST")
    #expect(try reader.take(Array(answer.utf8) + form.framedBody) == .whole)
    #expect(try reader.answer(url: "u").body == body)
  }

  private static var address: Endpoint {
    get throws { try #require(Endpoint("http://127.0.0.1:9/items")) }
  }

  private static func read(_ text: String) throws -> Answer {
    var answer = WireAnswer(to: "POST")
    #expect(try answer.take(Array(text.utf8)) == .whole)
    return try answer.answer(url: "u")
  }
}
