import AcceptanceModel
import FaultServer
import Testing

/// Requests that real clients make, and that are easily taken for something else.
@Suite struct OddRequestTests {
  @Test("a key in two header lines is repeated, whether or not the values are equal")
  func repeatedKey() throws {
    let stage = try Stage()
    for other in ["k1", "k2"] {
      let request = RawClient.post(
        #"{"m":"marker-a"}"#, key: "k1", headers: ["idempotency-key: \(other)"])
      #expect(stage.exchange(request).status == 200)
    }
    #expect(
      stage.log.all.sends.map(\.key) == [
        .invalid(IdempotencyKey("k1"), .repeated), .invalid(IdempotencyKey("k1"), .repeated),
      ])
  }

  @Test("a second Authorization header line is seen, one alone is not")
  func repeatedCredential() throws {
    let stage = try Stage()
    for count in [0, 1, 2] {
      let lines = Array(repeating: "Authorization: Bearer t", count: count)
      #expect(
        stage.exchange(RawClient.post(#"{"m":"marker-a"}"#, key: "k1", headers: lines)).status
          == 200)
    }
    #expect(stage.log.all.sends.map(\.isCredentialRepeated) == [false, false, true])
    #expect(stage.log.all.sends.map(\.hasCredential) == [false, true, true])
  }

  @Test("empty lines before a request line are skipped, first and between two requests")
  func emptyLines() throws {
    let stage = try Stage(spec: ServerSpec(keepAlive: true))
    let client = try #require(RawClient(port: stage.port))
    let request = RawClient.post(#"{"m":"marker-a"}"#, key: "k1")
    client.send("\r\n" + request)
    #expect(String(decoding: client.readAnswer(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    client.send("\r\n\r\n")
    client.send(request)
    #expect(String(decoding: client.readAnswer(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    client.send("\r\n")
    client.shutDownWriting()
    _ = client.readAll()
    stage.server.stop()
    #expect(
      stage.log.all.words == [
        "listening", "connected 1", "arrived 1", "committed 1 1", "answered 1 200", "arrived 2",
        "answered 2 200",
      ])
  }

  @Test("a key that no header can carry is a send with an invalid key", arguments: keys)
  func invalidKey(_ key: String, _ flaw: KeyFlaw, _ reason: String) throws {
    let stage = try Stage()
    let answer = stage.post(key: key)
    #expect(answer.status == 400)
    #expect(answer.body.contains(reason))
    let send = try #require(stage.log.all.sends.first)
    #expect(send.attribution == .marker(OperationName("A")))
    guard case .invalid(_, flaw) = send.key else {
      Issue.record("\(send.key)")
      return
    }
    #expect(stage.log.all.committedCount == 0)
  }

  @Test(
    "control characters and length anywhere else make a request malformed",
    arguments: [
      "X-Other: a\u{1}b", "X-Other: " + String(repeating: "x", count: 200_000),
    ])
  func malformed(_ line: String) throws {
    let stage = try Stage()
    let answer = stage.exchange(
      RawClient.post(#"{"m":"marker-a"}"#, key: "k1", headers: [line]))
    #expect(answer.status == (line.count > 1000 ? 431 : 400))
    #expect(stage.log.all.words.contains("strayed 1 malformed"))
  }

  @Test("the endpoint's path with another query is named as that, and allowed where it is ignored")
  func query() throws {
    let request = RawClient.post(#"{"m":"marker-a"}"#, key: "k1", path: "/items?source=app")
    let stage = try Stage()
    let answer = stage.exchange(request)
    #expect(answer.status == 404)
    #expect(answer.body.contains("the query is another than that of POST /items"))
    #expect(stage.log.all.words.suffix(2) == ["strayed 1 otherQuery", "strayAnswered 1 404"])
    var spec = ServerSpec()
    spec.ignoresQuery = true
    #expect(try Stage(spec: spec).exchange(request).status == 200)
  }

  @Test("the server's own errors say why; a vendor's profile keeps its form")
  func reasons() throws {
    let stage = try Stage()
    #expect(stage.post(key: nil).body.contains(#""reason":"no Idempotency-Key header""#))
    #expect(
      stage.post("no JSON").body.contains(#""reason":"the body is empty, or not valid JSON""#))
    #expect(stage.post().status == 200)
    #expect(
      stage.post(#"{"m":"marker-a","n":1}"#).body
        .contains(#""reason":"the Idempotency-Key header was used before with another body""#))
    #expect(
      stage.log.all.answers.map(\.refusal) == [.missingKey, .invalidBody, nil, .otherBody])
    let vendor = try Stage(spec: #require(ServerProfile.named("stripe")?.spec))
    let path = try #require(ServerProfile.named("stripe")?.spec.path)
    let refused = vendor.exchange(RawClient.post("", key: nil, path: path))
    #expect(!refused.body.contains("\"reason\""))
  }

  @Test("connections that come and go without a request are observed up to a limit")
  func connections() throws {
    let log = Log()
    var configuration = FaultServerConfiguration(spec: ServerSpec())
    configuration.observedConnectionLimit = 3
    let server = FaultServer(configuration) { log.append($0) }
    let port = try server.start()
    defer { server.stop() }
    for _ in 1...5 { RawClient(port: port)?.close() }
    let client = try #require(RawClient(port: port))
    client.send(RawClient.post("{}", key: "k1"))
    _ = client.readAll()
    #expect(
      log.all.words == [
        "listening", "connected 1", "connected 2", "connected 3", "arrived 1", "committed 1 1",
        "answered 1 200",
      ])
    #expect(log.all.sends.first?.connection == ConnectionNumber(6))
  }

  private static let keys: [(String, KeyFlaw, String)] = [
    ("a\u{1}b", .notVisibleASCII, "holds a control character"),
    ("a\nb", .notVisibleASCII, "holds a control character"),
    ("a\u{7F}", .notVisibleASCII, "holds a control character"),
    (String(repeating: "k", count: 256), .tooLong, "is longer than 255 characters"),
    (String(repeating: "k", count: 200_000), .tooLong, "is longer than 255 characters"),
  ]
}
