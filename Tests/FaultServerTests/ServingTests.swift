import AcceptanceModel
import FaultServer
import StrictJSON
import Testing

@Suite struct ServingTests {
  @Test("a first send is recorded before it is answered, a replay is answered from the record")
  func firstAndReplay() throws {
    let stage = try Stage()
    let first = stage.post()
    let second = stage.post()
    #expect(first.status == 200)
    #expect(first.body == #"{"id":1,"attempts":1,"record_count":1,"key":"k1"}"#)
    #expect(first.end == .fin)
    #expect(second.body == #"{"id":1,"attempts":2,"record_count":1,"key":"k1"}"#)
    #expect(
      stage.log.all.words == [
        "listening", "connected 1", "arrived 1", "committed 1 1", "answered 1 200",
        "connected 2", "arrived 2", "answered 2 200",
      ])
    #expect(stage.log.all.sends.map(\.sendOfOperation) == [1, 2])
    #expect(stage.log.all.sends.map(\.sendOfKey) == [1, 2])
    #expect(stage.log.all.answers.map(\.isReplay) == [false, true])
  }

  @Test("the same key with another body is a conflict, and the record stays")
  func conflict() throws {
    let stage = try Stage()
    _ = stage.post()
    let other = stage.post(#"{"m":"marker-b"}"#)
    #expect(other.status == 409)
    #expect(stage.log.all.committedCount == 1)
    #expect(stage.log.all.sends.last?.attribution == .key(OperationName("A")))
  }

  @Test("a send without a key is refused and recorded as a send")
  func withoutKey() throws {
    let stage = try Stage()
    #expect(stage.post(key: nil).status == 400)
    #expect(stage.log.all.committedCount == 0)
    #expect(stage.log.all.sends.first?.key == .missing)
  }

  @Test("a server that knows no keys records every send")
  func noKeys() throws {
    let stage = try Stage(spec: ServerSpec(key: .none))
    _ = stage.post(key: nil)
    _ = stage.post(key: nil)
    #expect(stage.log.all.committedCount == 2)
  }

  @Test("requests that are no sends are answered plainly and counted as what they are")
  func strays() throws {
    let stage = try Stage()
    #expect(stage.exchange(RawClient.post("", key: nil, method: "GET")).status == 405)
    #expect(stage.exchange(RawClient.post("{}", key: "k", path: "/other")).status == 404)
    #expect(stage.exchange(RawClient.post("{}", key: "k", method: "PUT")).status == 405)
    #expect(stage.exchange("no http at all\r\n\r\n").status == 400)
    #expect(stage.exchange("POST /items HTTP/1.1\r\nHost: example.org\r\n\r\n").status == 421)
    let kinds = stage.log.all.compactMap {
      if case .strayed(_, _, let kind) = $0 { kind } else { nil }
    }
    #expect(kinds == [.probe, .otherPath, .otherMethod, .malformed, .otherHost])
    #expect(stage.log.all.sends.isEmpty)
  }

  @Test("a request that its client cuts is partial, and never a send")
  func partial() throws {
    let stage = try Stage()
    let client = try #require(RawClient(port: stage.port))
    client.send("POST /items HTTP/1.1\r\nContent-Length: 100\r\n\r\n{\"m\":")
    client.close()
    #expect(
      stage.log.wait { $0.words.contains("partial 1 5") })
    #expect(stage.log.all.sends.isEmpty)
  }

  @Test("a chunked body with Expect is read whole")
  func chunkedExpect() throws {
    let stage = try Stage()
    let client = try #require(RawClient(port: stage.port))
    client.send(
      "POST /items HTTP/1.1\r\nHost: localhost:1\r\nidempotency-KEY: k1\r\n"
        + "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
    let interim = "HTTP/1.1 100 Continue\r\n\r\n"
    #expect(client.read(interim.utf8.count) == Array(interim.utf8))
    client.send("8\r\n{\"m\":\"ma\r\n8;x=y\r\nrker-a\"}\r\n0\r\nTrailer: t\r\n\r\n")
    let answer = String(decoding: client.readAll().bytes, as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(stage.log.all.sends.first?.attribution == .marker(OperationName("A")))
  }

  @Test("a kept-alive connection serves one request after the other")
  func keepAlive() throws {
    let stage = try Stage(spec: ServerSpec(keepAlive: true))
    let curl = Curl()
    let first = curl.post(stage.url)
    let second = curl.post(stage.url)
    #expect(first.connectionCount == 1)
    #expect(second.connectionCount == 0)
    #expect(second.body == #"{"id":1,"attempts":2,"record_count":1,"key":"k1"}"#)
  }

  @Test("stop ends a thousand stalled connections")
  func stopEndsStalls() throws {
    let stage = try Stage([
      PlannedFault(
        kind: "custom", selector: .request(1...2000), point: .afterCommit, action: .stall)
    ])
    let clients = try (0..<1000).map { _ in try #require(RawClient(port: stage.port)) }
    for (index, client) in clients.enumerated() {
      client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k\(index)"))
    }
    #expect(
      stage.log.wait { log in
        // Four entries each: looking closer before would be slow, a thousand times.
        log.count > 4000 && log.count { if case .faultActed = $0 { true } else { false } } == 1000
      })
    stage.server.stop()
    #expect(stage.log.all.ends == [RequestEnd](repeating: .abandoned, count: 1000))
  }
}
