import AcceptanceModel
import FaultServer
import Testing

@Suite struct BatchTests {
  private static let spec = ServerSpec(key: .field("id_key"), body: .batch)
  private static let names = ["A": "marker-a", "B": "marker-b"]

  private func stage(_ faults: [PlannedFault] = []) throws -> Stage {
    try Stage(faults, spec: Self.spec, operations: Self.names)
  }

  private func element(_ name: String, key: String? = nil, more: String = "") -> String {
    #"{"id_key":"\#(key ?? name)","m":"marker-\#(name)"\#(more)}"#
  }

  @Test("each operation of a batch is a send of its own, with its key, its record and its answer")
  func elements() throws {
    let stage = try stage()
    let answer = stage.post("[ \(element("a")), \(element("b")) ]", key: nil)
    #expect(answer.status == 200)
    #expect(
      answer.body
        == #"[{"status":200,"id":1,"attempts":1,"record_count":1,"key":"a"},"#
        + #"{"status":200,"id":2,"attempts":1,"record_count":2,"key":"b"}]"#)
    #expect(
      Array(stage.log.all.words.dropFirst(2)) == [
        "arrived 1", "arrived 2", "committed 1 1", "committed 2 2", "answered 1 200",
        "answered 2 200",
      ])
    #expect(
      stage.log.all.sends.map(\.attribution)
        == [.marker(OperationName("A")), .marker(OperationName("B"))])
  }

  @Test("operations that come again in another batch are replays, others are not")
  func regrouped() throws {
    let stage = try stage()
    _ = stage.post("[\(element("a"))]", key: nil)
    let answer = stage.post("[\(element("b")),\(element("a"))]", key: nil)
    #expect(stage.log.all.committedCount == 2)
    #expect(stage.log.all.answers.map(\.isReplay) == [false, false, true])
    #expect(answer.body.contains(#""id":1,"attempts":2"#))
  }

  @Test("an operation that is refused or conflicts says so in its own element")
  func mixed() throws {
    let stage = try stage()
    _ = stage.post("[\(element("a"))]", key: nil)
    let conflict = element("a", more: #","n":2"#)
    let answer = stage.post(#"[\#(conflict),{"m":"no key"},\#(element("b"))]"#, key: nil)
    #expect(answer.status == 200)
    #expect(
      answer.body
        == #"[{"status":409,"error":"Conflict","#
        + #""reason":"the field \"id_key\" was used before with another body"},"#
        + #"{"status":400,"error":"Bad Request","reason":"no field \"id_key\""},"#
        + #"{"status":200,"id":2,"attempts":1,"record_count":2,"key":"b"}]"#)
    #expect(stage.log.all.answers.map(\.status) == [200, 409, 400, 200])
  }

  @Test("what is no batch is refused as one send", arguments: ["{}", "[]", "[1]", ""])
  func noBatch(_ body: String) throws {
    let stage = try stage()
    #expect(stage.post(body, key: nil).status == 400)
    #expect(stage.log.all.sends.count == 1)
    #expect(stage.log.all.committedCount == 0)
  }

  @Test("a fault that meets one operation meets its batch, and all of it ends alike")
  func faults() throws {
    let stage = try stage([
      try .named("lost-answer", .operation(OperationName("B"), sends: 1...1)),
      try .named("reset-after-commit", .operation(OperationName("B"), sends: 2...2)),
    ])
    let batch = "[\(element("a")),\(element("b"))]"
    #expect(stage.post(batch, key: nil).status == 503)
    #expect(stage.post(batch, key: nil).end == .reset)
    #expect(stage.post(batch, key: nil).status == 200)
    #expect(stage.log.all.committedCount == 2)
    #expect(stage.log.all.answers.map(\.status) == [503, 503, 200, 200])
    #expect(stage.log.all.ends == [.reset, .reset])
    #expect(stage.server.unreachedFaults.isEmpty)
  }

  @Test("a batch waits, or is refused, while another one with any of its keys is processed")
  func inProgress() throws {
    for manner in [ServerSpec.InProgress.hold, .refuse(status: 409)] {
      var spec = Self.spec
      spec.inProgress = manner
      let stage = try Stage(
        [try .named("hold-before-commit", .request(1...1))], spec: spec, operations: Self.names)
      let first = try #require(RawClient(port: stage.port))
      first.send(RawClient.post("[\(element("a")),\(element("b"))]", key: nil))
      #expect(stage.log.wait { $0.words.contains("held 1") })
      let second = try #require(RawClient(port: stage.port))
      second.send(RawClient.post("[\(element("c")),\(element("b"))]", key: nil))
      if manner == .hold {
        #expect(stage.log.wait { $0.words.contains("arrived 4") })
        #expect(stage.log.all.committedCount == 0)
        stage.server.resume(RequestNumber(1))
      }
      let answer = String(decoding: second.readAll().bytes, as: UTF8.self)
      #expect(answer.hasPrefix(manner == .hold ? "HTTP/1.1 200" : "HTTP/1.1 409"))
      stage.server.resume(RequestNumber(1))
      #expect(String(decoding: first.readAll().bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
      #expect(stage.log.all.committedCount == (manner == .hold ? 3 : 2))
    }
  }

  @Test("a key in a header can be asked for in quotes, or without", arguments: [true, false])
  func spelling(_ isQuoted: Bool) throws {
    var spec = ServerSpec(missingKeyStatus: 422)
    spec.keySpelling = isQuoted ? .quoted : .bare
    let stage = try Stage(spec: spec)
    #expect(stage.post(key: "k1").status == (isQuoted ? 422 : 200))
    #expect(stage.post(key: "\"k1\"").status == (isQuoted ? 200 : 422))
    #expect(stage.log.all.committedCount == 1)
  }
}
