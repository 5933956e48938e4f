import AcceptanceModel
import FaultServer
import Synchronization
import Testing

@Suite struct ForeignRequestTests {
  @Test("a request of an unrelated process is refused, recorded nowhere and met by no fault")
  func refused() throws {
    let stage = try Stage(
      [
        try .named("lost-answer", .request(1...1)),
        try .named("reset-on-accept", .connection(9...9)),
      ],
      identifySender: { _ in .foreign(.unrelatedProcess) })
    let foreign = stage.post(#"{"m":"another"}"#, key: "other")
    #expect(foreign.status == 403)
    #expect(foreign.body.contains("not sent by the client under test"))
    #expect(stage.post().status == 503, "the first request of the client's own meets the fault")
    stage.server.stop()
    #expect(
      stage.log.all.words == [
        "listening", "connected 1", "foreign 1 unrelatedProcess", "connected 2", "arrived 2",
        "committed 1 2", "fault 0 2", "answered 2 503",
      ])
  }

  @Test("what carries a marker or a known key is the client's, whoever holds the connection")
  func attributable() throws {
    let stage = try Stage(identifySender: { _ in .foreign(.unrelatedProcess) })
    #expect(stage.post(key: "k1").status == 200)
    #expect(stage.post(#"{"m":"no marker"}"#, key: "k1").status == 409)
    #expect(stage.log.all.sends.map(\.isSenderUnknown) == [false, false])
  }

  @Test("a request whose sender cannot be found is served, and says that its sender is unknown")
  func unidentified() throws {
    let stage = try Stage(identifySender: { _ in .foreign(.unidentified) })
    #expect(stage.post(#"{"m":"another"}"#, key: "other").status == 200)
    #expect(stage.exchange("GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").status == 404)
    #expect(stage.log.all.sends.map(\.isSenderUnknown) == [true])
    #expect(stage.log.all.words.last == "foreign 2 unidentified")
  }

  @Test(
    "strays, bytes that are no HTTP and what comes to the other origin are asked for their sender")
  func strays() throws {
    let stage = try Stage(identifySender: { _ in .foreign(.unrelatedProcess) })
    _ = stage.exchange(RawClient.post("{}", key: nil, path: "/other"))
    _ = stage.exchange("no HTTP\r\n\r\n")
    #expect(
      stage.log.all.words.filter { $0.hasPrefix("foreign") || $0.hasPrefix("strayed") }
        == ["foreign 1 unrelatedProcess", "foreign 2 unrelatedProcess"])
  }

  @Test("a fault before the body ends does not meet a foreign request, nor its connection")
  func earlyFaults() throws {
    let senders = Mutex<[RequestSender]>([
      .foreign(.unrelatedProcess), .client, .foreign(.unrelatedProcess), .client,
    ])
    let stage = try Stage(
      [
        try .named("close-on-accept", .connection(1...1)),
        try .named("reset-after-headers", .operation(nil, sends: 1...1)),
      ],
      identifySender: { _ in senders.withLock { $0.removeFirst() } })
    #expect(stage.post(#"{"m":"another"}"#, key: "other").status == 403)
    #expect(stage.post().status == nil, "the client's first connection is closed")
    #expect(stage.post(#"{"m":"another"}"#, key: "other").status == 403)
    #expect(stage.post().end == .reset)
    #expect(stage.server.unreachedFaults.isEmpty)
  }

  @Test(
    "of a flood of foreign requests a hundred are observed, and the client is still counted right")
  func flood() throws {
    let stage = try Stage(
      [try .named("lost-answer", .request(2...2))],
      identifySender: { _ in .foreign(.unrelatedProcess) })
    for _ in 1...120 { _ = stage.post(#"{"m":"another"}"#, key: "other") }
    #expect(stage.post().status == 200)
    #expect(stage.post().status == 503)
    #expect(stage.log.all.words.count { $0.hasPrefix("foreign") } == 100)
  }
}
