import AcceptanceModel
import FaultServer
import Testing

@Suite struct HoldTests {
  @Test(
    "a request that waits for the client's death goes on once it is resumed",
    arguments: [
      (
        "kill-client-before-commit",
        ["arrived 1", "fault 0 1", "held 1", "released 1", "committed 1 1", "ended 1 peerGone"]
      ),
      (
        "kill-client-after-commit",
        ["arrived 1", "committed 1 1", "fault 0 1", "held 1", "released 1", "ended 1 peerGone"]
      ),
    ])
  func killClient(kind: String, expected: [String]) throws {
    let stage = try Stage([try .named(kind)])
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(stage.log.waitFor(.held(RequestNumber(1))))
    client.close()
    stage.server.resume(RequestNumber(1))
    #expect(stage.log.wait { $0.ends == [.peerGone] })
    #expect(Array(stage.log.all.words.dropFirst(2)) == expected)
  }

  @Test("a request whose client has left is over before the next one arrives")
  func peerGoneBeforeNextArrival() throws {
    let stage = try Stage([try .named("kill-client-after-commit")])
    let first = try #require(RawClient(port: stage.port))
    first.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(stage.log.waitFor(.held(RequestNumber(1))))
    first.close()
    #expect(stage.post().status == 200)
    stage.server.resume(RequestNumber(1))
    #expect(stage.log.waitFor(.released(RequestNumber(1))))
    stage.server.stop()
    let words = stage.log.all.words.filter { !$0.hasPrefix("connected") }
    #expect(
      words == [
        "listening", "arrived 1", "committed 1 1", "fault 0 1", "held 1", "ended 1 peerGone",
        "arrived 2", "answered 2 200", "released 1",
      ])
  }

  @Test("a client that has left a held request is told when somebody asks")
  func departedClient() throws {
    let stage = try Stage([try .named("hold-after-commit")])
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(stage.log.waitFor(.held(RequestNumber(1))))
    stage.server.lookForDepartedClients()
    #expect(stage.log.all.ends == [])
    client.close()
    stage.server.lookForDepartedClients()
    #expect(stage.log.all.ends == [.peerGone])
    stage.server.resume(RequestNumber(1))
    #expect(stage.log.waitFor(.released(RequestNumber(1))))
  }

  @Test("a step that takes the server down leaves a held request its answer, and none can follow")
  func answeredWhileDown() throws {
    let stage = try Stage([try .named("hold-after-commit"), try .named("lost-answer")])
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(stage.log.waitFor(.held(RequestNumber(1))))
    stage.server.takeDown()
    #expect(RawClient(port: stage.port) == nil)
    stage.server.resume(RequestNumber(1))
    #expect(String(decoding: client.readAll().bytes, as: UTF8.self).hasPrefix("HTTP/1.1 503"))
    stage.server.bringUp()
    stage.server.stop()
    #expect(stage.server.hasHandedOverAnswers)
  }

  @Test("a stalled request ends when its client leaves, and says so at once")
  func stalledPeerLeaves() throws {
    let stage = try Stage([try .named("stall-before-commit")])
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(stage.log.wait { $0.words.contains("fault 0 1") })
    client.close()
    #expect(stage.log.wait { $0.ends == [.peerGone] })
    #expect(stage.log.all.committedCount == 0)
  }

  @Test("stop releases what is held, and ends it as abandoned")
  func stopReleases() throws {
    let stage = try Stage([try .named("kill-client-before-commit")])
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(stage.log.waitFor(.held(RequestNumber(1))))
    stage.server.stop()
    #expect(stage.log.all.words.suffix(2) == ["released 1", "ended 1 abandoned"])
    #expect(client.readAll().end == .reset)
  }

  @Test("a fault that never met its request is named as unreached")
  func unreached() throws {
    let stage = try Stage([
      try .named("lost-answer"),
      try .named("lost-answer", .operation(OperationName("A"), sends: 2...2)),
      try .named("lost-answer", .operation(OperationName("B"), sends: 1...1)),
    ])
    #expect(stage.post().status == 503)
    #expect(stage.server.unreachedFaults == [1, 2])
    #expect(stage.post().status == 503)
    #expect(stage.server.unreachedFaults == [2])
  }

  @Test("equal bodies tapped twice are told apart by their keys")
  func twins() throws {
    let stage = try Stage(operations: [:])
    for name in ["A", "B"] { stage.server.register(OperationName(name), marker: Marker("same")) }
    for key in ["k1", "k2", "k1", "k2"] { _ = stage.post(#"{"m":"same"}"#, key: key) }
    #expect(
      stage.log.all.sends.map(\.attribution)
        == ["A", "B", "A", "B"].map {
          .marker(OperationName($0))
        })
    #expect(stage.log.all.sends.map(\.sendOfOperation) == [1, 1, 2, 2])
  }
}
