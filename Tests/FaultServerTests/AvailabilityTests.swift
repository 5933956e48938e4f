import AcceptanceModel
import FaultServer
import Testing

@Suite struct AvailabilityTests {
  @Test("while the server is down connections are refused, and the port stays its own")
  func downAndUp() throws {
    let stage = try Stage()
    #expect(stage.post().status == 200)
    stage.server.takeDown()
    #expect(RawClient(port: stage.port) == nil)
    #expect(!strangerCanBind(stage.port))
    stage.server.bringUp()
    #expect(stage.post().status == 200)
    let words = stage.log.all.words.filter { !$0.hasPrefix("connected") }
    #expect(
      words == [
        "listening", "arrived 1", "committed 1 1", "answered 1 200", "down", "up", "arrived 2",
        "answered 2 200",
      ])
  }

  @Test("a restart resets what is open; records are kept, or lost with their keys")
  func restart() throws {
    let stage = try Stage([try .named("stall-after-commit")])
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(stage.log.wait { $0.words.contains("fault 0 1") })
    stage.server.restart(.kept)
    #expect(client.readAll().end == .reset)
    #expect(stage.post().body == #"{"id":1,"attempts":2,"record_count":1,"key":"k1"}"#)
    stage.server.restart(.lost)
    #expect(stage.post().body == #"{"id":1,"attempts":1,"record_count":1,"key":"k1"}"#)
    let words = stage.log.all.words.filter { !$0.hasPrefix("connected") }
    #expect(
      words == [
        "listening", "arrived 1", "committed 1 1", "fault 0 1", "ended 1 reset",
        "restarted kept", "arrived 2", "answered 2 200", "lost", "restarted lost", "arrived 3",
        "committed 1 3", "answered 3 200",
      ])
  }
}
