import AcceptanceModel
import Serving
import StrictJSON
import Testing

@Suite("The page server among other pages and curious readers")
struct SafetyTests {
  @Test("every answer of the page server forbids frames, other origins and keeping")
  func headers() throws {
    let counter = try Counter()
    for target in ["/", "/page.css", "/page.js", "/requests", "/records", "/plan", "/nothing"] {
      let headers = try #require(counter.get(target)).headers
      #expect(headers["content-security-policy"]?.contains("default-src 'none'") == true)
      #expect(headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
      #expect(headers["content-security-policy"]?.contains("unsafe") == false)
      #expect(headers["x-frame-options"] == "DENY")
      #expect(headers["x-content-type-options"] == "nosniff")
      #expect(headers["cache-control"] == "no-store")
      #expect(headers.keys.allSatisfy { !$0.hasPrefix("access-control-") })
    }
  }

  @Test("without its token the page has no button and does not tell the token")
  func toLookOnly() throws {
    let counter = try Counter()
    for target in ["/", "/?token=", "/?token=\(counter.token.dropLast())0"] {
      let page = try #require(counter.get(target))
      #expect(page.status == 200)
      #expect(!page.body.contains("<form"))
      #expect(!page.body.contains(counter.token))
    }
  }

  @Test("a change without the token, or from another page, does nothing")
  func refused() throws {
    let counter = try Counter()
    let host = "Host: 127.0.0.1:\(counter.pagePort)"
    let form = "Content-Type: application/x-www-form-urlencoded"
    let noToken = WebClient.text("POST", "/offline", [host, form], "token=wrong")
    #expect(WebClient.exchange(counter.pagePort, noToken)?.status == 403)
    #expect(counter.press("/offline", headers: ["Origin: http://evil.example"])?.status == 403)
    #expect(counter.press("/offline", headers: ["Sec-Fetch-Site: cross-site"])?.status == 403)
    #expect(counter.get("/offline")?.status == 405)
    #expect(counter.send("k1")?.status == 200)
  }

  @Test("a body over the limit, or half a request, is not served")
  func limits() throws {
    let counter = try Counter()
    let long = "kind=" + String(repeating: "a", count: 70_000)
    #expect(counter.press("/plan", long)?.status == 413)
    #expect(counter.change("/plan", "{\"faults\":")?.status == 400)
    #expect(counter.change("/plan", "[]")?.status == 400)
  }

  @Test("what a client wrote stands nowhere: not on the page, in the API or on the console")
  func redaction() throws {
    let secret = "c4n4ry-secret-value"
    let counter = try Counter()
    counter.change("/plan", #"{"faults":[{"kind":"lost-answer"}]}"#)
    let body = #"{"note":"\#(secret)"}"#
    let headers = ["Authorization: Bearer \(secret)", "Cookie: \(secret)=1", "X-\(secret): 1"]
    for key in [secret, "<b>\(secret)</b>", "\"\(secret)\""] {
      for _ in 1...2 {
        _ = WebClient.send(counter.port, key: key, body: body, headers: headers)
      }
    }
    _ = WebClient.send(counter.port, key: secret, body: #"{"other":1}"#)
    _ = WebClient.send(counter.port, key: "k", body: secret)
    _ = WebClient.send(counter.port, key: "k", path: "/items?\(secret)")
    _ = WebClient.send(counter.port, key: "k", path: "/\(secret)")
    _ = WebClient.exchange(counter.port, "\(secret)\r\n\r\n")
    _ = counter.press("/plan", "kind=\(secret)")
    let places =
      ["/?token=\(counter.token)", "/", "/requests", "/records", "/plan", "/?x=\(secret)"]
      .map { counter.get($0)?.body ?? secret }
      + [counter.press("/plan", "kind=\(secret)")?.body ?? secret]
    // Still of use: equal keys give equal tokens.
    let tokens = try counter.requests().compactMap { $0["key"]?["token"]?.stringValue }
    #expect(tokens[0] == tokens[1])
    #expect(Set(tokens).count >= 3)
    counter.session.stop()
    #expect(counter.lines.all.count >= 10)
    for (index, text) in (places + counter.lines.all).enumerated() {
      #expect(!text.contains(secret), "place \(index)")
      #expect(!text.contains("c4n4ry"), "place \(index)")
    }
  }

  @Test("a key is shown itself only in a shape that is declared safe")
  func clearKeys() throws {
    let uuid = "5b9d2a9e-1111-4222-8333-444455556666"
    let counter = try Counter()
    _ = counter.send(uuid)
    #expect(try counter.requests().first?["key"]?["clear"]?.stringValue == uuid)
    let strict = try Counter(
      ServingConfiguration(spec: ServerSpec(), redaction: RedactionSpec()))
    _ = strict.send(uuid)
    #expect(try strict.requests().first?["key"]?["clear"] == .null)
    #expect(strict.get("/")?.body.contains(uuid) == false)
  }
}
