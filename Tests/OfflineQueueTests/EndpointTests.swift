import OfflineQueue
import Testing

@Suite struct EndpointTests {
  @Test(
    "addresses are read in one form",
    arguments: [
      ("http://Example.org", "http://example.org:80/"),
      ("HTTPS://a:443/x?y#z", "https://a:443/x?y"),
      ("http://[::1]:8080/a", "http://[::1]:8080/a"),
      ("http://a?q", "http://a:80/?q"),
      ("http://a:/b", "http://a:80/b"),
    ])
  func read(_ text: String, _ form: String) {
    #expect(Endpoint(text)?.text == form)
  }

  @Test(
    "what could be read in two ways is refused",
    arguments: [
      "", "http", "http:/a", "http:///a", "ftp://a/", "http://u:p@a/", "http://a:0/",
      "http://a:65536/", "http://a:8x/", "http://[::1/", "http://a b/", "http://a\\b/",
      "http://a/\r\nX: y", "//a/b", "/b",
    ])
  func refused(_ text: String) {
    #expect(Endpoint(text) == nil)
  }

  @Test("the default port is the same origin as the port written out; case is no difference")
  func origins() throws {
    let plain = try #require(Endpoint("http://a/"))
    #expect(plain.hasSameOrigin(as: try #require(Endpoint("HTTP://A:80/x"))))
    #expect(!plain.hasSameOrigin(as: try #require(Endpoint("https://a:80/"))))
    #expect(!plain.hasSameOrigin(as: try #require(Endpoint("http://a:81/"))))
    #expect(!plain.hasSameOrigin(as: try #require(Endpoint("http://a.b/"))))
  }

  @Test("made identifiers are distinct version 4 UUIDs, so they are keys")
  func identifiers() {
    let made = (0..<200).map { _ in RandomIdentifier.make() }
    #expect(Set(made).count == 200)
    for text in made {
      let parts = text.split(separator: "-").map(\.count)
      #expect(parts == [8, 4, 4, 4, 12])
      #expect(text.dropFirst(14).first == "4")
      #expect(text.dropFirst(19).first.map { "89ab".contains($0) } == true)
      #expect(IdempotencyKey(text) != nil)
    }
  }

  @Test("a key is 1 to 255 visible ASCII characters")
  func keys() {
    #expect(IdempotencyKey(String(repeating: "k", count: 255)) != nil)
    #expect(IdempotencyKey(String(repeating: "k", count: 256)) == nil)
    for text in ["", "a b", "a\n", "ä", "\u{7f}"] { #expect(IdempotencyKey(text) == nil) }
  }
}
