import AcceptanceModel
import FaultServer
import StrictJSON
import Testing

/// Nobody who has to be waited for may keep the others waiting.
@Suite struct ConnectionReactorTests {
  @Test("others are served while a client does not read its long answer")
  func unreadAnswer() throws {
    var spec = ServerSpec()
    // More than a socket's send buffer takes (4 MiB on Linux).
    let padding = String(repeating: "x", count: 6 * 1024 * 1024)
    spec.templates.success = #"{"id":{id},"padding":"\#(padding)"}"#
    let stage = try Stage(spec: spec)
    let idler = try #require(RawClient(port: stage.port, receiveBuffer: 4096))
    idler.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(stage.log.wait { $0.words.contains("committed 1 1") })
    // A refusal is short, so that it does not take long to read.
    #expect(stage.post(key: nil).status == 400)
    #expect(!stage.log.all.words.contains("answered 1 200"))
    #expect(idler.readAll().bytes.suffix(3) == Array("x\"}".utf8))
    #expect(stage.log.all.words.contains("answered 1 200"))
  }

  @Test("others are served between the two halves of a request")
  func halves() throws {
    let stage = try Stage()
    let slow = try #require(RawClient(port: stage.port))
    let request = RawClient.post(#"{"m":"marker-a"}"#, key: "k1")
    slow.send(String(request.prefix(70)))
    #expect(stage.post(key: "k2").status == 200)
    slow.send(String(request.dropFirst(70)))
    #expect(String(decoding: slow.readAll().bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(stage.log.all.sends.compactMap(\.key.key?.text) == ["k2", "k1"])
  }

  @Test("others are served while a client stays after the goodbye, and talks on")
  func staying() throws {
    let stage = try Stage()
    let talker = try #require(RawClient(port: stage.port))
    talker.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(talker.readAll().end == .fin)
    talker.send("and another thing")
    #expect(stage.post(key: "k2").status == 200)
    #expect(stage.log.all.sends.count == 2)
  }

  @Test("requests that came in one go are answered one after the other")
  func pipelined() throws {
    let stage = try Stage(spec: ServerSpec(keepAlive: true))
    let client = try #require(RawClient(port: stage.port))
    client.send(
      RawClient.post(#"{"m":"marker-a"}"#, key: "k1")
        + RawClient.post(#"{"m":"marker-a"}"#, key: "k2", headers: ["Connection: Upgrade, Close"]))
    let text = String(decoding: client.readAll().bytes, as: UTF8.self)
    let bodies = text.split(separator: "\r\n").filter { $0.hasPrefix("{") }
      .map { $0.prefix { $0 != "H" } }
    #expect(
      bodies == [
        #"{"id":1,"attempts":1,"record_count":1,"key":"k1"}"#,
        #"{"id":2,"attempts":1,"record_count":2,"key":"k2"}"#,
      ])
  }

  @Test(
    "who waits for its next request is let go when the server goes down", arguments: [false, true])
  func idle(restarts: Bool) throws {
    let stage = try Stage(spec: ServerSpec(keepAlive: true))
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(!client.readAnswer().isEmpty)
    if restarts { stage.server.restart(.kept) } else { stage.server.takeDown() }
    #expect(client.readAll().end == .fin)
  }

  @Test(
    "a fault planned by hand meets who was there before it",
    arguments: [
      "reset-after-headers", "reset-before-commit", "reset-after-commit",
    ])
  func plannedLater(name: String) throws {
    let stage = try Stage(spec: ServerSpec(keepAlive: true))
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(!client.readAnswer().isEmpty)
    stage.server.meetNext(with: [try .named(name)])
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k2"))
    let (bytes, end) = client.readAll()
    #expect(bytes.isEmpty)
    #expect(end == .reset)
    #expect(stage.server.unreachedFaults.isEmpty)
  }
}
