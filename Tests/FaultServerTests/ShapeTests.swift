import AcceptanceModel
import Testing

@testable import FaultServer

@Suite("What is counted of a request")
struct ShapeTests {
  private func shape(_ target: String, _ fields: [String], body: String = "") throws -> RequestShape
  {
    let head = (["POST \(target) HTTP/1.1", "Host: x"] + fields + ["", ""]).joined(
      separator: "\r\n")
    guard case .head(let parsed, _) = RequestParser.parse(Array(head.utf8)) else {
      throw Unparsed()
    }
    return parsed.shape(multipart: BodyReading(Array(body.utf8), of: parsed).multipart)
  }

  private struct Unparsed: Error {}

  @Test("header fields each, names and values")
  func headers() throws {
    let shape = try shape("/items", ["X-A: 1", "x-a:   22", "Content-Length: 0"])
    #expect(shape.headers == .init(count: 4, byteCount: 5 + 4 + 5 + 15))
    #expect(shape.query == .init(count: 0, byteCount: 0))
    #expect(shape.cookies == .init(count: 0, byteCount: 0))
    #expect(shape.multipart == nil)
  }

  @Test("pairs of the query and cookies, none where there is only the mark of one")
  func pairs() throws {
    #expect(try shape("/i?a=1&b=&c&&d=4", []).query == .init(count: 4, byteCount: 13))
    #expect(try shape("/i?", []).query == .init(count: 0, byteCount: 0))
    let cookies = ["Cookie: a=1; b=2;", "Cookie: c=3"]
    #expect(try shape("/i", cookies).cookies == .init(count: 3, byteCount: 12))
  }

  @Test("parts of a multipart body")
  func parts() throws {
    let body = "--b\r\nA: 1\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--\r\n"
    let shape = try shape(
      "/i",
      ["Content-Type: multipart/form-data; boundary=b", "Content-Length: \(body.utf8.count)"],
      body: body)
    #expect(shape.multipart?.count == 2)
    #expect(try self.shape("/i", ["Content-Type: text/plain"], body: body).multipart == nil)
  }
}
